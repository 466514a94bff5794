/** Another object with the members and the class of a record: relatives that it is given are only its own. */
export const copyOf = (record: object): object =>
  Object.assign(Object.create(Object.getPrototypeOf(record)), record)
