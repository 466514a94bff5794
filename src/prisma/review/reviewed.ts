import type { KeyedSideload, ResourceSchema, Schema, SideloadSchema } from '../../schema/schema.js'
import type { Datamodel, Model, RelationField } from '../datamodel.js'

/** A resource to review, with its model. */
export interface Reviewed {
  readonly resource: ResourceSchema
  readonly model: Model
  readonly schema: Schema
  readonly datamodel: Datamodel
}

/** The resources of a model. */
export const resourcesOver = ({ resources }: Schema, model: string): readonly ResourceSchema[] =>
  resources.filter((each) => each.adapter !== 'null' && each.model === model)

/** The relations of a model that contain a foreign key, or that are lists on both sides. */
export const relationsOf = ({ fields }: Model): readonly RelationField[] =>
  [...fields.values()].filter((field) => field.kind === 'relation')

/** Whether a sideload uses a foreign key with these columns. */
export const isOver = (sideload: SideloadSchema, columns: readonly string[]): sideload is KeyedSideload =>
  (sideload.kind === 'belongsTo' || sideload.kind === 'hasMany' || sideload.kind === 'hasOne') &&
  sideload.foreignKey.length === columns.length &&
  sideload.foreignKey.every((column) => columns.includes(column))
