/** A leak that a developer could write by hand: changes to the files of an example. */
export interface Leak {
  readonly name: string
  /** The replacements, by file. */
  readonly edits: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>
  /** The text that the finding must contain. */
  readonly found: RegExp
  /** The location in the code that the finding must name. */
  readonly place: RegExp
}

const PROJECT = 'src/api/project.resource.ts'
const COMMENT = 'src/api/comment.resource.ts'
const INVOICE = 'src/api/invoice.resource.ts'
const IMPORT = "import { withTenant } from '../tenant.js';"
const CLASS = 'export class ProjectResource extends ProjectResourceBase {'

const inProject = (code: string): Leak['edits'] => ({
  [PROJECT]: [[CLASS, `${CLASS}\n${code}`]],
})

/** The leaks in the saas example. */
export const SAAS_LEAKS: readonly Leak[] = [
  {
    name: 'a custom filter over hidden rows',
    edits: inProject(`  static {
    this.allowFilter('discussed', { type: 'boolean' }, 'filterDiscussed');
  }

  filterDiscussed(scope, value) {
    return scope.where({ comments: value ? { some: {} } : { none: {} } });
  }
`),
    found: /^GET .*\[discussed\]/,
    place: /ProjectResource\.filterDiscussed, src\/api\/project\.resource\.ts:\d+/,
  },
  {
    name: 'an extra field that counts hidden rows',
    edits: inProject(`  static {
    this.extraField('commentCount', { type: 'integer', value: 'extraFieldCommentCount' });
  }

  extraFieldCommentCount({ id }) {
    return this.store.comment.count({ where: { projectId: id } });
  }
`),
    found: /^GET \/.*extra_fields\[projects\]=commentCount/,
    place: /ProjectResource\.extraFieldCommentCount, src\/api\/project\.resource\.ts:\d+/,
  },
  {
    name: 'a sort by a guarded column through a relationship',
    edits: {
      [INVOICE]: [
        [
          'export class InvoiceResource extends InvoiceResourceBase {',
          `export class InvoiceResource extends InvoiceResourceBase {
  static {
    this.sort((scope, column, direction) =>
      column === 'customer'
        ? scope.orderBy({ project: { budget: direction } })
        : scope.orderBy({ [column]: direction }),
    );
  }
`,
        ],
      ],
    },
    found: /^GET .*sort=.*customer/,
    place: /^InvoiceResource\.sort, src\/api\/invoice\.resource\.ts:\d+/,
  },
  {
    name: 'an action that finds a record without its scope',
    edits: inProject(`  static {
    this.action('ask', { on: 'collection', input: { id: 'integer' }, guard: true }, 'ask');
  }

  async ask({ id }) {
    const project = await this.store.project.findUnique({ where: { id } });
    return { name: project?.name ?? null };
  }
`),
    found: /^POST \/projects\/-actions\/ask/,
    place: /ProjectResource\.ask, src\/api\/project\.resource\.ts:\d+/,
  },
  {
    name: 'a hook whose error contains a name',
    edits: {
      [PROJECT]: [
        [IMPORT, `${IMPORT}\nimport { Conflict } from '@jsonapi-gen/runtime';`],
        [
          CLASS,
          `${CLASS}
  static {
    this.beforeCommit(['create', 'update'], 'refuseOthers');
  }

  async refuseOthers({ id, organisationId }) {
    const other = await this.store.project.findFirst({
      where: { id: { not: id }, organisationId: { not: organisationId } },
      orderBy: { name: 'asc' },
    });
    if (other) throw new Conflict({ detail: \`Projects are locked while \${other.name} runs.\` });
  }
`,
        ],
      ],
    },
    found: /^(POST|PATCH) \/(projects|operations|comments|invoices|organisations)/,
    place: /^ProjectResource\.refuseOthers, src\/api\/project\.resource\.ts:\d+/,
  },
  {
    name: 'a validation that looks at hidden rows',
    edits: inProject(`  override async validate({ name }) {
    const other = name === undefined ? null : await this.store.project.findFirst({ where: { name, deletedAt: { not: null } } });
    return other ? [{ attribute: 'name', message: 'is the name of an old project' }] : [];
  }
`),
    found: /^(POST|PATCH) \/(projects|operations|comments|invoices)/,
    place: /ProjectResource\.validate, src\/api\/project\.resource\.ts:\d+/,
  },
  {
    name: 'a scope that forgets the tenant',
    edits: inProject(`  override scopeTenant(scope) {
    return scope;
  }
`),
    found: /^(GET|PATCH|POST|DELETE) \/(projects|comments|invoices|operations|organisations)/,
    place: /ProjectResource\.scopeTenant, src\/api\/project\.resource\.ts:\d+/,
  },
  {
    name: 'an overridden create that links anything',
    edits: {
      [COMMENT]: [
        [
          'export class CommentResource extends CommentResourceBase {',
          `export class CommentResource extends CommentResourceBase {
  async linked(parameters) {
    const project = await this.store.project.findFirst({ where: { name: parameters.body } });
    return project ? { ...parameters, projectId: project.id } : parameters;
  }
`,
        ],
        [
          'return super.create(withTenant(signed, this.context), parent);',
          'return this.linked(signed).then((linked) => super.create(withTenant(linked, this.context), parent));',
        ],
      ],
    },
    found: /^(POST|PATCH) \/(comments|operations|projects)/,
    place: /CommentResource\.create, src\/api\/comment\.resource\.ts:\d+/,
  },
  {
    name: 'a default filter that requests can replace',
    edits: {
      [COMMENT]: [
        [
          'export class CommentResource extends CommentResourceBase {',
          `export class CommentResource extends CommentResourceBase {
  static {
    this.allowFilter('deletedAt', { type: 'datetime?', column: 'deletedAt' });
  }
`,
        ],
      ],
    },
    found: /^GET \/.*deletedAt/,
    place: /^CommentResource\.allowFilter\('deletedAt'\), src\/api\/comment\.resource\.ts:\d+/,
  },
  {
    name: 'a cache that ignores the viewer',
    edits: {
      'src/api/routes/projects.routes.ts': [
        [
          'export class ProjectsController extends ApplicationController {',
          `const cached = new Map();

export class ProjectsController extends ApplicationController {
  override async index() {
    const known = cached.get(this.request.url);
    if (known) return known.clone();
    const response = await super.index();
    cached.set(this.request.url, response.clone());
    return response;
  }
`,
        ],
      ],
    },
    found: /^GET \/projects/,
    place: /ProjectsController\.index, src\/api\/routes\/projects\.routes\.ts:\d+/,
  },
  {
    name: 'withoutPolicies around too much',
    edits: {
      [PROJECT]: [
        [IMPORT, `${IMPORT}\nimport { withoutPolicies } from '@jsonapi-gen/runtime';`],
        [
          CLASS,
          `${CLASS}
  static {
    this.extraField('siblings', { type: 'integer', value: 'extraFieldSiblings' });
  }

  async extraFieldSiblings() {
    const { data } = await withoutPolicies(() => ProjectResource.all({}));
    return data.length;
  }
`,
        ],
      ],
    },
    found: /^GET \/.*extra_fields\[projects\]=siblings/,
    place: /ProjectResource\.extraFieldSiblings, src\/api\/project\.resource\.ts:\d+/,
  },
  {
    name: 'a handwritten stat',
    edits: inProject(`  static {
    this.allowStat('size', { largest: 'statLargest' });
  }

  statLargest() {
    return this.store.comment.count();
  }
`),
    found: /^GET \/.*stats\[size\]=largest/,
    place: /ProjectResource\.statLargest, src\/api\/project\.resource\.ts:\d+/,
  },
]
