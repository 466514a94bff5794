import type { KeyedSideload, ResourceSchema, Schema, SideloadSchema } from '../../schema/schema.js'
import type { Datamodel, Model, RelationField } from '../datamodel.js'

/** A resource that is reviewed, over its model. */
export interface Reviewed {
  readonly resource: ResourceSchema
  readonly model: Model
  readonly schema: Schema
  readonly datamodel: Datamodel
}

/** The resources over a model. */
export const resourcesOver = ({ resources }: Schema, model: string): readonly ResourceSchema[] =>
  resources.filter((each) => each.adapter === 'prisma' && each.model === model)

/** The relations of a model that hold a foreign key, or have a list on both sides. */
export const relationsOf = ({ fields }: Model): readonly RelationField[] =>
  [...fields.values()].filter((field) => field.kind === 'relation')

/** Whether a sideload is over a foreign key of these columns. */
export const isOver = (sideload: SideloadSchema, columns: readonly string[]): sideload is KeyedSideload =>
  (sideload.kind === 'belongsTo' || sideload.kind === 'hasMany' || sideload.kind === 'hasOne') &&
  sideload.foreignKey.length === columns.length &&
  sideload.foreignKey.every((column) => columns.includes(column))
