-- test/support/constraints.prisma for MariaDB and MySQL, which Prisma's embedded schema engine doesn't know.

CREATE TABLE `organisations` (
  `organisation_id` INTEGER NOT NULL AUTO_INCREMENT,
  `name` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`organisation_id`),
  UNIQUE INDEX `one_name` (`name`)
);

CREATE TABLE `tickets` (
  `ticket_id` INTEGER NOT NULL AUTO_INCREMENT,
  `organisation_id` INTEGER NOT NULL,
  `number` INTEGER NOT NULL,
  `code` VARCHAR(191) NOT NULL,
  `number_of_code` VARCHAR(191) NULL,
  `line` VARCHAR(191) NULL,
  `item` VARCHAR(191) NULL,
  `line_item` VARCHAR(191) NULL,
  `label` VARCHAR(191) NULL,
  `price` DECIMAL(10, 2) NULL,
  `weight` DECIMAL(65, 30) NULL,
  `amounts` DOUBLE NULL,
  PRIMARY KEY (`ticket_id`),
  UNIQUE INDEX `tickets_code_key` (`code`),
  UNIQUE INDEX `tickets_number_of_code_key` (`number_of_code`),
  UNIQUE INDEX `tickets_organisation_id_number_key` (`organisation_id`, `number`),
  UNIQUE INDEX `one_label` (`organisation_id`, `label`),
  UNIQUE INDEX `tickets_line_item_key` (`line`, `item`),
  UNIQUE INDEX `tickets_item_label_key` (`item`, `label`),
  CONSTRAINT `tickets_organisation_id_fkey` FOREIGN KEY (`organisation_id`) REFERENCES `organisations` (`organisation_id`) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE `RegistrationOfSomethingWithAVeryLongNameIndeed` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `the_first_of_its_long_named_columns` VARCHAR(191) NOT NULL,
  `the_second_of_its_long_named_columns` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `RegistrationOfSomethingWithAVeryLongNameIndeed_the_first_of__key` (`the_first_of_its_long_named_columns`, `the_second_of_its_long_named_columns`)
);

CREATE TABLE `Shelf` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `name` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`id`)
);

CREATE TABLE `Book` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `title` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`id`)
);

CREATE TABLE `ShelfBook` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `shelfId` INTEGER NOT NULL,
  `bookId` INTEGER NOT NULL,
  PRIMARY KEY (`id`),
  INDEX `ShelfBook_shelfId_idx` (`shelfId`),
  INDEX `ShelfBook_bookId_idx` (`bookId`),
  CONSTRAINT `ShelfBook_shelfId_fkey` FOREIGN KEY (`shelfId`) REFERENCES `Shelf` (`id`) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT `ShelfBook_bookId_fkey` FOREIGN KEY (`bookId`) REFERENCES `Book` (`id`) ON DELETE RESTRICT ON UPDATE CASCADE
);
