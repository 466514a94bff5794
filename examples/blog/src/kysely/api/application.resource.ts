import { KyselyAdapter } from '@jsonapi-gen/kysely';
import { Resource, type Shape } from '@jsonapi-gen/runtime';
import { database, db } from '../db.js';
import type { Database } from './generated/store.gen.js';

/** Where the records are. `adapter.client` is Kysely, inside of a write that of its transaction. */
export const adapter: KyselyAdapter<Database> = new KyselyAdapter<Database>(db, { database });

/** The common base of every resource: its records are in the database. */
export abstract class ApplicationResource<S extends Shape = Shape> extends Resource<S> {
  static {
    ApplicationResource.useAdapter(adapter);
  }
}
