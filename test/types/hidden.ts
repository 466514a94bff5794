// Hidden attributes, in the shape that the generator writes (rule 7.3): an attribute that nobody may read is omitted,
// and an attribute that a guard may hide is optional. Checked by `npm run typecheck`.
import { Resource, type Filter, type ToOne } from '@jsonapi-gen/runtime'

interface UserShape {
  type: 'users'
  id: number
  record: { id: number; name: string; salary: number; passwordHash: string }
  scope: unknown
  attributes: { name: string; salary?: number }
  filters: { name: Filter<string> }
  required: never
  sorts: 'id' | 'name' | 'salary'
  stats: Record<never, never>
  extraFields: Record<never, never>
  sideloads: { manager: ToOne<UserShape> }
}

class UserResource extends Resource<UserShape> {}

export async function results(): Promise<void> {
  const { data } = await UserResource.find(1, { include: 'manager' })
  const name: string = data.name
  const salary: number | undefined = data.salary
  // @ts-expect-error a guard may hide it
  const always: number = data.salary
  // @ts-expect-error a guard may hide it in an included record too
  const ofManager: number | undefined = data.manager?.salary.valueOf()
  // @ts-expect-error nobody may read it
  const hash: string = data.passwordHash
  const { data: chosen } = await UserResource.all({ fields: { users: ['salary'] }, sort: '-salary' })
  // @ts-expect-error a guard may hide it even if it is requested by name
  const asked: number = chosen[0]?.salary ?? chosen.map(({ salary: each }) => each)[0]
  // @ts-expect-error not among the fields
  void chosen[0]?.name
  void [name, salary, always, ofManager, hash, asked]
}

export async function misuse(): Promise<void> {
  // @ts-expect-error it is not a field
  await UserResource.all({ fields: { users: ['passwordHash'] } })
  // @ts-expect-error it is not a sort key
  await UserResource.all({ sort: 'passwordHash' })
}
