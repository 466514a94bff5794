-- types.prisma for MariaDB and MySQL, which Prisma's embedded schema engine doesn't know.

CREATE TABLE `Sample` (
  `id` VARCHAR(191) NOT NULL,
  `string` TEXT NOT NULL,
  `stringOrNull` TEXT NULL,
  `integer` INTEGER NOT NULL,
  `integerOrNull` INTEGER NULL,
  `bigint` BIGINT NOT NULL,
  `bigintOrNull` BIGINT NULL,
  `float` DOUBLE NOT NULL,
  `floatOrNull` DOUBLE NULL,
  `decimal` DECIMAL(38, 18) NOT NULL,
  `decimalOrNull` DECIMAL(38, 18) NULL,
  `boolean` BOOLEAN NOT NULL,
  `booleanOrNull` BOOLEAN NULL,
  `date` DATE NOT NULL,
  `dateOrNull` DATE NULL,
  `datetime` DATETIME(3) NOT NULL,
  `datetimeOrNull` DATETIME(3) NULL,
  `json` JSON NOT NULL,
  `jsonOrNull` JSON NULL,
  `bytes` LONGBLOB NOT NULL,
  `bytesOrNull` LONGBLOB NULL,
  `color` ENUM('red', 'green', 'blue') NOT NULL,
  `colorOrNull` ENUM('red', 'green', 'blue') NULL,
  `uuid` CHAR(36) NOT NULL,
  `uuidOrNull` CHAR(36) NULL,
  PRIMARY KEY (`id`)
);

CREATE TABLE `User` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `name` VARCHAR(191) NOT NULL,
  `email` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `User_email_key` (`email`)
);

CREATE TABLE `Team` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `name` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `Team_name_key` (`name`)
);

CREATE TABLE `Membership` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `role` VARCHAR(191) NOT NULL DEFAULT 'member',
  `userId` INTEGER NOT NULL,
  `teamId` INTEGER NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `Membership_userId_teamId_key` (`userId`, `teamId`),
  INDEX `Membership_teamId_idx` (`teamId`),
  CONSTRAINT `Membership_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `Membership_teamId_fkey` FOREIGN KEY (`teamId`) REFERENCES `Team` (`id`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `Node` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `name` VARCHAR(191) NOT NULL,
  `position` INTEGER NOT NULL DEFAULT 0,
  `parentId` INTEGER NULL,
  PRIMARY KEY (`id`),
  INDEX `Node_parentId_idx` (`parentId`),
  CONSTRAINT `Node_parentId_fkey` FOREIGN KEY (`parentId`) REFERENCES `Node` (`id`) ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE TABLE `Note` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `body` VARCHAR(191) NOT NULL,
  `ownerType` VARCHAR(191) NOT NULL,
  `ownerId` INTEGER NOT NULL,
  PRIMARY KEY (`id`),
  INDEX `Note_ownerType_ownerId_idx` (`ownerType`, `ownerId`)
);

CREATE TABLE `Document` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `slug` VARCHAR(191) NOT NULL,
  `folder` VARCHAR(191) NOT NULL,
  `title` VARCHAR(191) NOT NULL,
  `lockVersion` INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `Document_slug_key` (`slug`),
  UNIQUE INDEX `Document_folder_title_key` (`folder`, `title`)
);

CREATE TABLE `IdempotencyKey` (
  `digest` VARCHAR(191) NOT NULL,
  `request` VARCHAR(191) NOT NULL,
  `status` INTEGER NOT NULL,
  `headers` JSON NOT NULL,
  `answer` LONGBLOB NOT NULL,
  `isShort` BOOLEAN NOT NULL,
  `expiresAt` DATETIME(3) NOT NULL,
  PRIMARY KEY (`digest`),
  INDEX `IdempotencyKey_expiresAt_idx` (`expiresAt`)
);
