import { KyselyAdapter } from '@jsonapi-gen/kysely';
import { Resource, type Shape } from '@jsonapi-gen/runtime';
import { database, db } from '../db.js';
import type { Database } from './generated/store.gen.js';

/** The store of the records. `adapter.client` is Kysely; in a write, it is the transaction. */
export const adapter: KyselyAdapter<Database> = new KyselyAdapter<Database>(db, { database });

/** The base class of all resources, whose records are in the database. */
export abstract class ApplicationResource<S extends Shape = Shape> extends Resource<S> {
  static {
    ApplicationResource.useAdapter(adapter);
  }
}
