-- test/support/tenants.prisma for MariaDB and MySQL, which Prisma's embedded schema engine doesn't know.

CREATE TABLE `Member` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `tenantId` INTEGER NULL,
  `name` VARCHAR(191) NOT NULL,
  `grade` INTEGER NULL,
  `salary` INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`)
);

CREATE TABLE `Profile` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `tenantId` INTEGER NULL,
  `motto` VARCHAR(191) NOT NULL,
  `memberId` INTEGER NULL,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `Profile_memberId_key` (`memberId`),
  CONSTRAINT `Profile_memberId_fkey` FOREIGN KEY (`memberId`) REFERENCES `Member` (`id`) ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE TABLE `Project` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `tenantId` INTEGER NOT NULL,
  `name` VARCHAR(191) NOT NULL,
  `budget` INTEGER NOT NULL,
  `state` VARCHAR(191) NOT NULL DEFAULT 'open',
  `archivedAt` DATETIME(3) NULL,
  `leadId` INTEGER NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `Project_leadId_fkey` FOREIGN KEY (`leadId`) REFERENCES `Member` (`id`) ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE TABLE `Seat` (
  `memberId` INTEGER NOT NULL,
  `projectId` INTEGER NOT NULL,
  `hidden` BOOLEAN NOT NULL DEFAULT false,
  PRIMARY KEY (`memberId`, `projectId`),
  CONSTRAINT `Seat_memberId_fkey` FOREIGN KEY (`memberId`) REFERENCES `Member` (`id`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `Seat_projectId_fkey` FOREIGN KEY (`projectId`) REFERENCES `Project` (`id`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `Task` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `title` VARCHAR(191) NOT NULL,
  `rank` INTEGER NULL,
  `secret` BOOLEAN NULL,
  `internal` VARCHAR(191) NULL,
  `projectId` INTEGER NULL,
  `assigneeId` INTEGER NULL,
  `parentId` INTEGER NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `Task_projectId_fkey` FOREIGN KEY (`projectId`) REFERENCES `Project` (`id`) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT `Task_assigneeId_fkey` FOREIGN KEY (`assigneeId`) REFERENCES `Member` (`id`) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT `Task_parentId_fkey` FOREIGN KEY (`parentId`) REFERENCES `Task` (`id`) ON DELETE SET NULL ON UPDATE NO ACTION
);

CREATE TABLE `Label` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `name` VARCHAR(191) NOT NULL,
  `hidden` BOOLEAN NOT NULL DEFAULT false,
  PRIMARY KEY (`id`)
);

CREATE TABLE `_LabelToTask` (
  `A` INTEGER NOT NULL,
  `B` INTEGER NOT NULL,
  UNIQUE INDEX `_LabelToTask_AB_unique` (`A`, `B`),
  INDEX `_LabelToTask_B_index` (`B`),
  CONSTRAINT `_LabelToTask_A_fkey` FOREIGN KEY (`A`) REFERENCES `Label` (`id`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `_LabelToTask_B_fkey` FOREIGN KEY (`B`) REFERENCES `Task` (`id`) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `Note` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `body` VARCHAR(191) NOT NULL,
  `hidden` BOOLEAN NOT NULL DEFAULT false,
  `subjectType` VARCHAR(191) NULL,
  `subjectId` INTEGER NULL,
  PRIMARY KEY (`id`)
);

CREATE TABLE `Invoice` (
  `id` INTEGER NOT NULL AUTO_INCREMENT,
  `tenantId` INTEGER NOT NULL,
  `amount` INTEGER NOT NULL,
  PRIMARY KEY (`id`)
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
