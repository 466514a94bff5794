-- test/support/names.prisma for MariaDB and MySQL, which Prisma's embedded schema engine doesn't know.

CREATE TABLE `Person` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `type` VARCHAR(191) NOT NULL,
  `nickname` VARCHAR(191) NOT NULL DEFAULT 'none',
  PRIMARY KEY (`id`)
);

CREATE TABLE `Account` (
  `uuid` VARCHAR(191) NOT NULL,
  `id` INTEGER NULL,
  `type` VARCHAR(191) NOT NULL,
  `total` INTEGER NOT NULL DEFAULT 0,
  `first` VARCHAR(191) NULL,
  `second` VARCHAR(191) NULL,
  `email` VARCHAR(191) NOT NULL,
  `secret` VARCHAR(191) NULL,
  `revision` INTEGER NOT NULL DEFAULT 1,
  `openedAt` DATETIME(3) NULL,
  `closesAt` TIME(0) NULL,
  `balance` DECIMAL(65, 30) NULL,
  `holderId` INTEGER NULL,
  PRIMARY KEY (`uuid`),
  UNIQUE INDEX `Account_email_key` (`email`),
  CONSTRAINT `Account_holderId_fkey` FOREIGN KEY (`holderId`) REFERENCES `Person` (`id`) ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE TABLE `Entry` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `type` VARCHAR(191) NOT NULL,
  `rank` INTEGER NULL,
  `accountUuid` VARCHAR(191) NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `Entry_accountUuid_fkey` FOREIGN KEY (`accountUuid`) REFERENCES `Account` (`uuid`) ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE TABLE `Tag` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `type` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `Tag_type_key` (`type`)
);

CREATE TABLE `_EntryToTag` (
  `A` INTEGER NOT NULL,
  `B` INTEGER NOT NULL,
  UNIQUE INDEX `_EntryToTag_AB_unique` (`A`, `B`),
  INDEX `_EntryToTag_B_index` (`B`),
  CONSTRAINT `_EntryToTag_A_fkey` FOREIGN KEY (`A`) REFERENCES `Entry` (`id`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `_EntryToTag_B_fkey` FOREIGN KEY (`B`) REFERENCES `Tag` (`id`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `Heir` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `toString` VARCHAR(191) NULL,
  `valueOf` INTEGER NULL,
  `constructor` VARCHAR(191) NOT NULL DEFAULT 'built',
  `hasOwnProperty` BOOLEAN NULL,
  `isPrototypeOf` DATETIME(3) NULL,
  `kind` ENUM('toString', 'constructor', 'valueOf', 'hasOwnProperty') NOT NULL DEFAULT 'toString',
  `parentId` INTEGER NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `Heir_parentId_fkey` FOREIGN KEY (`parentId`) REFERENCES `Heir` (`id`) ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE TABLE `Word` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `true` INTEGER NULL,
  `false` DOUBLE NULL,
  `null` DECIMAL(65, 30) NULL,
  PRIMARY KEY (`id`)
);
