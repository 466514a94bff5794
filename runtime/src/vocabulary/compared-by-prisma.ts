/**
 * Whether Prisma can compare a field. Its query compiler reads `not`, `and` and `or`, in any case, as its own keywords,
 * and fails. After a few failures, no query of the process works.
 */
export const isComparedByPrisma = (field: string): boolean => !/^(?:not|and|or)$/i.test(field)
