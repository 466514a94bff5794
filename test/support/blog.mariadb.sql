-- examples/blog/prisma/schema.prisma for MariaDB and MySQL, which Prisma's embedded schema engine doesn't know.

CREATE TABLE `Author` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `name` VARCHAR(191) NOT NULL,
  `email` VARCHAR(191) NOT NULL,
  `bio` TEXT NULL,
  `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  PRIMARY KEY (`id`),
  UNIQUE INDEX `Author_email_key` (`email`)
);

CREATE TABLE `Profile` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `website` VARCHAR(191) NULL,
  `twitter` VARCHAR(191) NULL,
  `authorId` INTEGER NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `Profile_authorId_key` (`authorId`),
  CONSTRAINT `Profile_authorId_fkey` FOREIGN KEY (`authorId`) REFERENCES `Author` (`id`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `Post` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `title` VARCHAR(200) NOT NULL,
  `body` TEXT NOT NULL,
  `status` ENUM('draft', 'published') NOT NULL DEFAULT 'draft',
  `views` INTEGER NOT NULL DEFAULT 0,
  `rating` DECIMAL(65, 30) NULL,
  `publishedAt` DATETIME(3) NULL,
  `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  `authorId` INTEGER NOT NULL,
  PRIMARY KEY (`id`),
  INDEX `Post_authorId_idx` (`authorId`),
  CONSTRAINT `Post_authorId_fkey` FOREIGN KEY (`authorId`) REFERENCES `Author` (`id`) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE `Comment` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `body` TEXT NOT NULL,
  `approved` BOOLEAN NOT NULL DEFAULT false,
  `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  `postId` INTEGER NOT NULL,
  `authorId` INTEGER NULL,
  `parentId` INTEGER NULL,
  PRIMARY KEY (`id`),
  INDEX `Comment_postId_idx` (`postId`),
  INDEX `Comment_authorId_idx` (`authorId`),
  INDEX `Comment_parentId_idx` (`parentId`),
  CONSTRAINT `Comment_postId_fkey` FOREIGN KEY (`postId`) REFERENCES `Post` (`id`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `Comment_authorId_fkey` FOREIGN KEY (`authorId`) REFERENCES `Author` (`id`) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT `Comment_parentId_fkey` FOREIGN KEY (`parentId`) REFERENCES `Comment` (`id`) ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE TABLE `Tag` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `name` VARCHAR(191) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `Tag_name_key` (`name`)
);

CREATE TABLE `Attachment` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `url` TEXT NOT NULL,
  `byteSize` BIGINT NOT NULL,
  `subjectType` VARCHAR(191) NOT NULL,
  `subjectId` INTEGER NOT NULL,
  PRIMARY KEY (`id`),
  INDEX `Attachment_subjectType_subjectId_idx` (`subjectType`, `subjectId`)
);

CREATE TABLE `_PostToTag` (
  `A` INTEGER NOT NULL,
  `B` INTEGER NOT NULL,
  UNIQUE INDEX `_PostToTag_AB_unique` (`A`, `B`),
  INDEX `_PostToTag_B_index` (`B`),
  CONSTRAINT `_PostToTag_A_fkey` FOREIGN KEY (`A`) REFERENCES `Post` (`id`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `_PostToTag_B_fkey` FOREIGN KEY (`B`) REFERENCES `Tag` (`id`) ON DELETE CASCADE ON UPDATE CASCADE
);
