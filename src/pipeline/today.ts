/** The current day in UTC, such as `2027-01-31`. */
export const today = (): string => new Date().toISOString().slice(0, 'yyyy-mm-dd'.length)
