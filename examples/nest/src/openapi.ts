import type { OpenAPIObject } from '@nestjs/swagger';
import { openapi } from './api/generated/openapi.gen.js';
import { PREFIX } from './api/routes/index.js';

/**
 * Adds the API to the document of Nest's other controllers, in main.ts:
 *
 * ```ts
 * const document = SwaggerModule.createDocument(app, new DocumentBuilder().build());
 * SwaggerModule.setup('docs', app, await withApi(document));
 * ```
 */
export async function withApi(document: OpenAPIObject): Promise<OpenAPIObject> {
  const own = (await openapi.document()) as OpenAPIObject;
  // Nest describes ApiController as two paths for everything.
  const everything = [PREFIX, `${PREFIX}/{path}`];
  const others = Object.entries(document.paths).filter(([path]) => !everything.includes(path));
  const paths = Object.entries(own.paths).map(([path, item]) => [`${PREFIX}${path}`, item] as const);
  return {
    ...document,
    openapi: own.openapi,
    paths: Object.fromEntries([...others, ...paths]),
    tags: [...(document.tags ?? []), ...(own.tags ?? [])],
    components: merged(document.components, own.components),
  };
}

type Components = NonNullable<OpenAPIObject['components']>;

function merged(theirs: Components = {}, ours: Components = {}): Components {
  const kinds = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])] as (keyof Components)[];
  for (const kind of kinds) {
    const both = Object.keys(theirs[kind] ?? {}).find((name) => Object.hasOwn(ours[kind] ?? {}, name));
    if (both !== undefined) {
      throw new Error(
        `Two ${kind} in the OpenAPI document have the name ${both}. Rename yours with @ApiSchema({ name: '…' }).`,
      );
    }
  }
  return Object.fromEntries(kinds.map((kind) => [kind, { ...theirs[kind], ...ours[kind] }]));
}
