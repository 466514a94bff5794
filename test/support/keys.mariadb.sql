-- test/support/keys.prisma for MariaDB and MySQL, which Prisma's embedded schema engine doesn't know.

CREATE TABLE `Tenant` (
  `id` INTEGER NOT NULL,
  `name` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`id`)
);

CREATE TABLE `Customer` (
  `tenantId` INTEGER NOT NULL,
  `number` INTEGER NOT NULL,
  `name` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`tenantId`, `number`),
  CONSTRAINT `Customer_tenantId_fkey` FOREIGN KEY (`tenantId`) REFERENCES `Tenant` (`id`) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE `Invoice` (
  `tenantId` INTEGER NOT NULL,
  `number` INTEGER NOT NULL,
  `title` VARCHAR(191) NOT NULL,
  `customerNumber` INTEGER NULL,
  `approverNumber` INTEGER NULL,
  PRIMARY KEY (`tenantId`, `number`),
  CONSTRAINT `Invoice_tenantId_fkey` FOREIGN KEY (`tenantId`) REFERENCES `Tenant` (`id`) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT `Invoice_tenantId_customerNumber_fkey` FOREIGN KEY (`tenantId`, `customerNumber`) REFERENCES `Customer` (`tenantId`, `number`) ON DELETE NO ACTION ON UPDATE NO ACTION,
  CONSTRAINT `Invoice_tenantId_approverNumber_fkey` FOREIGN KEY (`tenantId`, `approverNumber`) REFERENCES `Customer` (`tenantId`, `number`) ON DELETE NO ACTION ON UPDATE NO ACTION
);

CREATE TABLE `Line` (
  `tenantId` INTEGER NOT NULL,
  `invoiceNumber` INTEGER NOT NULL,
  `position` INTEGER NOT NULL,
  `text` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`tenantId`, `invoiceNumber`, `position`),
  CONSTRAINT `Line_tenantId_invoiceNumber_fkey` FOREIGN KEY (`tenantId`, `invoiceNumber`) REFERENCES `Invoice` (`tenantId`, `number`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `Receipt` (
  `tenantId` INTEGER NOT NULL,
  `invoiceNumber` INTEGER NOT NULL,
  `note` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`tenantId`, `invoiceNumber`),
  CONSTRAINT `Receipt_tenantId_invoiceNumber_fkey` FOREIGN KEY (`tenantId`, `invoiceNumber`) REFERENCES `Invoice` (`tenantId`, `number`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `Label` (
  `tenantId` INTEGER NOT NULL,
  `slug` VARCHAR(191) NOT NULL,
  `color` VARCHAR(191) NOT NULL DEFAULT 'red',
  PRIMARY KEY (`tenantId`, `slug`)
);

CREATE TABLE `InvoiceLabel` (
  `tenantId` INTEGER NOT NULL,
  `invoiceNumber` INTEGER NOT NULL,
  `labelSlug` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`tenantId`, `invoiceNumber`, `labelSlug`),
  CONSTRAINT `InvoiceLabel_tenantId_invoiceNumber_fkey` FOREIGN KEY (`tenantId`, `invoiceNumber`) REFERENCES `Invoice` (`tenantId`, `number`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `InvoiceLabel_tenantId_labelSlug_fkey` FOREIGN KEY (`tenantId`, `labelSlug`) REFERENCES `Label` (`tenantId`, `slug`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `Area` (
  `id` INTEGER NOT NULL,
  `place` VARCHAR(191) NOT NULL,
  `zone` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `Area_place_zone_key` (`place`, `zone`)
);

CREATE TABLE `Reading` (
  `at` DATETIME(3) NOT NULL,
  `sensor` VARCHAR(191) NOT NULL,
  `place` VARCHAR(191) NULL,
  `zone` VARCHAR(191) NULL,
  `value` INTEGER NOT NULL,
  PRIMARY KEY (`sensor`, `at`),
  CONSTRAINT `Reading_place_zone_fkey` FOREIGN KEY (`place`, `zone`) REFERENCES `Area` (`place`, `zone`) ON DELETE NO ACTION ON UPDATE NO ACTION
);

CREATE TABLE `Section` (
  `tenant` VARCHAR(191) NOT NULL,
  `code` VARCHAR(191) NOT NULL,
  `parentCode` VARCHAR(191) NULL,
  `title` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`tenant`, `code`),
  CONSTRAINT `Section_tenant_parentCode_fkey` FOREIGN KEY (`tenant`, `parentCode`) REFERENCES `Section` (`tenant`, `code`) ON DELETE NO ACTION ON UPDATE NO ACTION
);

CREATE TABLE `Tick` (
  `sensor` VARCHAR(191) NOT NULL,
  `at` DATETIME(0) NOT NULL,
  `value` INTEGER NOT NULL,
  PRIMARY KEY (`sensor`, `at`)
);

CREATE TABLE `Country` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `iso` VARCHAR(191) NULL,
  `zone` VARCHAR(191) NULL,
  `code` INTEGER NULL,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `Country_iso_key` (`iso`),
  UNIQUE INDEX `Country_zone_code_key` (`zone`, `code`)
);

CREATE TABLE `City` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `name` VARCHAR(191) NOT NULL,
  `iso` VARCHAR(191) NULL,
  `seatOf` VARCHAR(191) NULL,
  `zone` VARCHAR(191) NULL,
  `code` INTEGER NULL,
  `ownerType` VARCHAR(191) NULL,
  `ownerCode` VARCHAR(191) NULL,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `City_seatOf_key` (`seatOf`),
  CONSTRAINT `City_iso_fkey` FOREIGN KEY (`iso`) REFERENCES `Country` (`iso`) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT `City_seatOf_fkey` FOREIGN KEY (`seatOf`) REFERENCES `Country` (`iso`) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT `City_zone_code_fkey` FOREIGN KEY (`zone`, `code`) REFERENCES `Country` (`zone`, `code`) ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE TABLE `Flag` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `label` VARCHAR(191) NULL,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `Flag_label_key` (`label`)
);

CREATE TABLE `CountryFlag` (
  `iso` VARCHAR(191) NOT NULL,
  `label` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`iso`, `label`),
  CONSTRAINT `CountryFlag_iso_fkey` FOREIGN KEY (`iso`) REFERENCES `Country` (`iso`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `CountryFlag_label_fkey` FOREIGN KEY (`label`) REFERENCES `Flag` (`label`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `Peer` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `name` VARCHAR(191) NOT NULL,
  `mentorId` INTEGER NULL,
  `twinId` INTEGER NULL,
  `ownerType` VARCHAR(191) NULL,
  `ownerId` INTEGER NULL,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `Peer_twinId_key` (`twinId`),
  CONSTRAINT `Peer_mentorId_fkey` FOREIGN KEY (`mentorId`) REFERENCES `Peer` (`id`) ON DELETE NO ACTION ON UPDATE NO ACTION,
  CONSTRAINT `Peer_twinId_fkey` FOREIGN KEY (`twinId`) REFERENCES `Peer` (`id`) ON DELETE NO ACTION ON UPDATE NO ACTION
);

CREATE TABLE `_friends` (
  `A` INTEGER NOT NULL,
  `B` INTEGER NOT NULL,
  UNIQUE INDEX `_friends_AB_unique` (`A`, `B`),
  INDEX `_friends_B_index` (`B`),
  CONSTRAINT `_friends_A_fkey` FOREIGN KEY (`A`) REFERENCES `Peer` (`id`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `_friends_B_fkey` FOREIGN KEY (`B`) REFERENCES `Peer` (`id`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `Knot` (
  `id` INTEGER NOT NULL,
  `nextId` INTEGER NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `Knot_nextId_fkey` FOREIGN KEY (`nextId`) REFERENCES `Knot` (`id`) ON DELETE NO ACTION ON UPDATE NO ACTION
);
