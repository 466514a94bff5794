/**
 * Whether Prisma can compare a field. Its query compiler interprets `not`, `and` and `or`, in upper or lower case, as
 * keywords, and fails. After a few failures, no query in the process succeeds.
 */
export const isComparedByPrisma = (field: string): boolean => !/^(?:not|and|or)$/i.test(field)
