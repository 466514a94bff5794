-- test/support/columns.prisma for MariaDB and MySQL, which Prisma's embedded schema engine doesn't know.

CREATE TABLE `Post` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `title` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`id`)
);

CREATE TABLE `Rank` (
  `postId` INTEGER NOT NULL,
  `score` INTEGER NOT NULL,
  PRIMARY KEY (`postId`),
  CONSTRAINT `Rank_postId_fkey` FOREIGN KEY (`postId`) REFERENCES `Post` (`id`) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE `Medal` (
  `rankId` INTEGER NOT NULL,
  `name` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`rankId`),
  CONSTRAINT `Medal_rankId_fkey` FOREIGN KEY (`rankId`) REFERENCES `Rank` (`postId`) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE `Rate` (
  `currency` ENUM('euro', 'US dollar', 'pound') NOT NULL,
  `note` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`currency`)
);

CREATE TABLE `Day` (
  `date` DATE NOT NULL,
  `note` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`date`)
);

CREATE TABLE `Moment` (
  `at` DATETIME(3) NOT NULL,
  `note` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`at`)
);

CREATE TABLE `Level` (
  `height` DECIMAL(10, 4) NOT NULL,
  `note` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`height`)
);

CREATE TABLE `Switch` (
  `on` BOOLEAN NOT NULL,
  `note` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`on`)
);

CREATE TABLE `File` (
  `digest` BINARY(4) NOT NULL,
  `note` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`digest`)
);

CREATE TABLE `Use` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `name` VARCHAR(191) NOT NULL,
  `currency` ENUM('euro', 'US dollar', 'pound') NULL,
  `date` DATE NULL,
  `at` DATETIME(3) NULL,
  `height` DECIMAL(10, 4) NULL,
  `on` BOOLEAN NULL,
  `digest` BINARY(4) NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `Use_currency_fkey` FOREIGN KEY (`currency`) REFERENCES `Rate` (`currency`) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT `Use_date_fkey` FOREIGN KEY (`date`) REFERENCES `Day` (`date`) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT `Use_at_fkey` FOREIGN KEY (`at`) REFERENCES `Moment` (`at`) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT `Use_height_fkey` FOREIGN KEY (`height`) REFERENCES `Level` (`height`) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT `Use_on_fkey` FOREIGN KEY (`on`) REFERENCES `Switch` (`on`) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT `Use_digest_fkey` FOREIGN KEY (`digest`) REFERENCES `File` (`digest`) ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE TABLE `Tag` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `name` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`id`)
);

CREATE TABLE `_RateToTag` (
  `A` ENUM('euro', 'US dollar', 'pound') NOT NULL,
  `B` INTEGER NOT NULL,
  UNIQUE INDEX `_RateToTag_AB_unique` (`A`, `B`),
  INDEX `_RateToTag_B_index` (`B`),
  CONSTRAINT `_RateToTag_A_fkey` FOREIGN KEY (`A`) REFERENCES `Rate` (`currency`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `_RateToTag_B_fkey` FOREIGN KEY (`B`) REFERENCES `Tag` (`id`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `_DayToTag` (
  `A` DATE NOT NULL,
  `B` INTEGER NOT NULL,
  UNIQUE INDEX `_DayToTag_AB_unique` (`A`, `B`),
  INDEX `_DayToTag_B_index` (`B`),
  CONSTRAINT `_DayToTag_A_fkey` FOREIGN KEY (`A`) REFERENCES `Day` (`date`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `_DayToTag_B_fkey` FOREIGN KEY (`B`) REFERENCES `Tag` (`id`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `_MomentToTag` (
  `A` DATETIME(3) NOT NULL,
  `B` INTEGER NOT NULL,
  UNIQUE INDEX `_MomentToTag_AB_unique` (`A`, `B`),
  INDEX `_MomentToTag_B_index` (`B`),
  CONSTRAINT `_MomentToTag_A_fkey` FOREIGN KEY (`A`) REFERENCES `Moment` (`at`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `_MomentToTag_B_fkey` FOREIGN KEY (`B`) REFERENCES `Tag` (`id`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `_LevelToTag` (
  `A` DECIMAL(10, 4) NOT NULL,
  `B` INTEGER NOT NULL,
  UNIQUE INDEX `_LevelToTag_AB_unique` (`A`, `B`),
  INDEX `_LevelToTag_B_index` (`B`),
  CONSTRAINT `_LevelToTag_A_fkey` FOREIGN KEY (`A`) REFERENCES `Level` (`height`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `_LevelToTag_B_fkey` FOREIGN KEY (`B`) REFERENCES `Tag` (`id`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `_SwitchToTag` (
  `A` BOOLEAN NOT NULL,
  `B` INTEGER NOT NULL,
  UNIQUE INDEX `_SwitchToTag_AB_unique` (`A`, `B`),
  INDEX `_SwitchToTag_B_index` (`B`),
  CONSTRAINT `_SwitchToTag_A_fkey` FOREIGN KEY (`A`) REFERENCES `Switch` (`on`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `_SwitchToTag_B_fkey` FOREIGN KEY (`B`) REFERENCES `Tag` (`id`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `_FileToTag` (
  `A` BINARY(4) NOT NULL,
  `B` INTEGER NOT NULL,
  UNIQUE INDEX `_FileToTag_AB_unique` (`A`, `B`),
  INDEX `_FileToTag_B_index` (`B`),
  CONSTRAINT `_FileToTag_A_fkey` FOREIGN KEY (`A`) REFERENCES `File` (`digest`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `_FileToTag_B_fkey` FOREIGN KEY (`B`) REFERENCES `Tag` (`id`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `Native` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `tiny` TINYINT NULL,
  `tinyUnsigned` TINYINT UNSIGNED NULL,
  `small` SMALLINT NULL,
  `smallUnsigned` SMALLINT UNSIGNED NULL,
  `medium` MEDIUMINT NULL,
  `mediumUnsigned` MEDIUMINT UNSIGNED NULL,
  `integer` INTEGER NULL,
  `big` BIGINT NULL,
  `double` DOUBLE NULL,
  `varchar` VARCHAR(5) NULL,
  `plainText` TEXT NULL,
  `mediumText` MEDIUMTEXT NULL,
  `longText` LONGTEXT NULL,
  `varbinary` VARBINARY(4) NULL,
  `plainBlob` BLOB NULL,
  `mediumBlob` MEDIUMBLOB NULL,
  `longBlob` LONGBLOB NULL,
  `json` JSON NULL,
  `date` DATE NULL,
  `second` DATETIME(0) NULL,
  `datetime` DATETIME(3) NULL,
  `finerTime` TIME(3) NULL,
  `tinyFlag` TINYINT NULL,
  `uuid` UUID NULL,
  `inet6` INET6 NULL,
  `members` SET('a', 'b') NULL,
  `point` POINT NULL,
  `shape` GEOMETRY NULL,
  `unsigned` INTEGER UNSIGNED NULL,
  `year` YEAR NULL,
  `bigUnsigned` BIGINT UNSIGNED NULL,
  `float` FLOAT NULL,
  `text` TINYTEXT NULL,
  `char` CHAR(5) NULL,
  `bit` BIT(8) NULL,
  `bitFlag` BIT(1) NULL,
  `binary` BINARY(4) NULL,
  `blob` TINYBLOB NULL,
  `decimal` DECIMAL(6, 2) NULL,
  `moment` TIMESTAMP(3) NULL,
  `time` TIME NULL,
  PRIMARY KEY (`id`)
);

CREATE TABLE `Small` (
  `number` SMALLINT NOT NULL,
  `note` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`number`)
);
