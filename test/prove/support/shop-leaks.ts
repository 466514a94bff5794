import type { Leak } from './leaks.js'

const PRODUCT = 'src/api/product.resource.ts'
const ORDER = 'src/api/order.resource.ts'
const LINE = 'src/api/line.resource.ts'
const PRODUCTS = 'export class ProductResource extends ProductResourceBase {'

const inProducts = (code: string): Leak['edits'] => ({ [PRODUCT]: [[PRODUCTS, `${PRODUCTS}\n${code}`]] })

/** The leaks in the shop, whose kinds differ from those in the saas example. */
export const SHOP_LEAKS: readonly Leak[] = [
  {
    name: 'records in the order of hidden sales',
    edits: inProducts(`  override async resolve(scope) {
    const lines = await this.db.selectFrom('Line').select('productId').execute();
    const sold = (id) => lines.filter(({ productId }) => Number(productId) === id).length;
    return (await super.resolve(scope)).toSorted((one, other) => sold(other.id) - sold(one.id));
  }
`),
    found: /^(GET|PATCH|POST|DELETE) \/.*(products|lines|order)/,
    place: /ProductResource\.resolve, src\/api\/product\.resource\.ts:\d+/,
  },
  {
    name: 'an extra field for all records together over hidden reviews',
    edits: inProducts(`  static {
    this.extraField('stars', { type: 'float?', values: 'extraFieldsOf' });
  }

  async extraFieldsOf(products) {
    const reviews = await this.db.selectFrom('Review').select(['productId', 'stars']).execute();
    return products.map(({ id }) => {
      const own = reviews.filter(({ productId }) => Number(productId) === id).map(({ stars }) => Number(stars));
      return { stars: own.length === 0 ? null : own.reduce((sum, each) => sum + each, 0) / own.length };
    });
  }
`),
    found: /^GET \/.*extra_fields\[products\]=stars/,
    place: /^ProductResource\.extraFieldsOf, src\/api\/product\.resource\.ts:\d+/,
  },
  {
    name: 'an action that knows hidden codes',
    edits: {
      [ORDER]: [
        [
          'export class OrderResource extends OrderResourceBase {',
          `export class OrderResource extends OrderResourceBase {
  static {
    this.action('redeem', { on: 'collection', input: { code: 'string' }, guard: true }, 'redeem');
  }

  async redeem({ code }) {
    const found = await this.db.selectFrom('Discount').select('percent').where('code', '=', code).executeTakeFirst();
    return { percent: found ? Number(found.percent) : 0 };
  }
`,
        ],
      ],
    },
    found: /^POST \/orders\/-actions\/redeem/,
    place: /^OrderResource\.redeem, src\/api\/order\.resource\.ts:\d+/,
  },
  {
    name: 'a hook whose error contains a guarded value',
    edits: {
      [LINE]: [
        [
          "import type { ApplicationController } from './application.controller.js';",
          "import { ValidationError } from '@jsonapi-gen/runtime';\nimport type { ApplicationController } from './application.controller.js';",
        ],
        [
          'export class LineResource extends LineResourceBase {',
          `export class LineResource extends LineResourceBase {
  static {
    this.beforeCommit(['create', 'update'], 'checkStock');
  }

  async checkStock({ productId, quantity }) {
    const stock = await this.db.selectFrom('Stock').select('count').where('productId', '=', productId).executeTakeFirst();
    const left = Number(stock?.count ?? 0);
    if (Number(quantity) > left) throw new ValidationError({ attribute: 'quantity', message: \`must be at most \${left}\` });
  }
`,
        ],
      ],
    },
    found: /^(POST|PATCH) \/(lines|orders|products|operations)/,
    place: /^LineResource\.checkStock, src\/api\/line\.resource\.ts:\d+/,
  },
  {
    name: 'a number that counts the orders of others',
    edits: {
      [ORDER]: [
        [
          'return super.create({ ...parameters, ...this.ownValues() }, parent);',
          'return this.numbered(parameters).then((numbered) => super.create(numbered, parent));',
        ],
        [
          '  protected ownValues()',
          `  protected async numbered(parameters) {
    const { last } = await this.db.selectFrom('Order').select(({ fn }) => fn.max('number').as('last')).executeTakeFirst();
    return { ...parameters, ...this.ownValues(), number: Number(last ?? 0) + 1 };
  }

  protected ownValues()`,
        ],
      ],
    },
    found: /^(POST|PATCH) \/(orders|operations|customers|discounts|lines)/,
    place: /^OrderResource\.create, src\/api\/order\.resource\.ts:\d+/,
  },
  {
    name: 'a scope with or instead of and',
    edits: {
      [ORDER]: [
        [
          'return context?.isStaff() ? scope : scope.where({ customerId: this.customerOf(context) });',
          `return context?.isStaff()
      ? scope
      : scope.where((builder) =>
          builder.or([
            builder('Order.customerId', '=', this.customerOf(context)),
            builder('Order.placedOn', 'is', null),
          ]),
        );`,
        ],
      ],
    },
    found: /^(GET|POST|PATCH|DELETE) \//,
    place: /OrderResource\.scopeOwn, src\/api\/order\.resource\.ts:\d+/,
  },
  {
    name: 'a value that is computed for one viewer and kept for all',
    edits: {
      [PRODUCT]: [
        [
          'import type { ApplicationController',
          "import { ReviewResource } from './review.resource.js';\nimport type { ApplicationController",
        ],
        [
          PRODUCTS,
          `const known = new Map();

${PRODUCTS}
  static {
    this.extraField('opinions', { type: 'integer', value: 'extraFieldOpinions' });
  }

  async extraFieldOpinions({ id }) {
    if (!known.has(id)) {
      const { data } = await ReviewResource.all({ include: ['product'] });
      known.set(id, data.filter(({ product }) => product?.id === id).length);
    }
    return known.get(id);
  }
`,
        ],
      ],
    },
    found: /^GET \/.*extra_fields\[products\]=opinions/,
    place: /^ProductResource\.extraFieldOpinions, src\/api\/product\.resource\.ts:\d+/,
  },
  {
    name: 'a header with the number of all products',
    edits: {
      'src/api/routes/products.routes.ts': [
        [
          'export class ProductsController extends ApplicationController {',
          `export class ProductsController extends ApplicationController {
  override async index() {
    const response = await super.index();
    const { adapter } = this.jsonapiResource;
    const all = await adapter.client.selectFrom('Product').select('id').execute();
    response.headers.set('x-total-count', String(all.length));
    return response;
  }
`,
        ],
      ],
    },
    found: /^GET \/products/,
    place: /^ProductsController\.index, src\/api\/routes\/products\.routes\.ts:\d+/,
  },
  {
    name: 'a custom sideload through hidden orders',
    edits: {
      'schema.yaml': [
        [
          'sideloads: { reviews: { writable: false },',
          'sideloads: { alsoBought: { kind: custom, resource: products }, reviews: { writable: false },',
        ],
      ],
      [PRODUCT]: [
        [
          PRODUCTS,
          `${PRODUCTS}
  scopeAlsoBought() {
    return this.baseScope(this.context);
  }

  async assignAlsoBought(products, others) {
    const lines = await this.db.selectFrom('Line').select(['orderId', 'productId']).execute();
    const ordersOf = (id) => lines.filter(({ productId }) => Number(productId) === id).map(({ orderId }) => Number(orderId));
    for (const product of products) {
      const own = ordersOf(product.id);
      product.alsoBought = others.filter(
        ({ id }) => id !== product.id && ordersOf(id).some((order) => own.includes(order)),
      );
    }
  }
`,
        ],
      ],
    },
    found: /^GET \/.*alsoBought/,
    place: /ProductResource\.(assign|scope)AlsoBought, src\/api\/product\.resource\.ts:\d+/,
  },
  {
    name: 'a filter that compares a guarded column',
    edits: inProducts(`  static {
    this.allowFilter('bargain', { type: 'boolean' }, 'filterBargain');
  }

  filterBargain(scope, value) {
    return scope.where((builder) => builder('Product.cost', value ? '<=' : '>', builder.ref('Product.price')));
  }
`),
    found: /^GET .*\[bargain\]/,
    place: /^ProductResource\.filterBargain, src\/api\/product\.resource\.ts:\d+/,
  },
]
