import {
  type Api,
  type ApiOptions,
  type Controller,
  createApi,
  defineRegistry,
  type ResourceClass,
} from '@jsonapi-gen/runtime'

/** The class that all controllers of a test extend. */
type ApplicationClass<Locals> = Pick<typeof Controller, 'jsonapi'> &
  (abstract new (...parameters: ConstructorParameters<typeof Controller<Locals>>) => Controller<Locals>)

/** An API with resources, keyed by type, each with a controller that extends the application's controller. */
export function apiOf<Locals>(
  Application: ApplicationClass<Locals>,
  resources: readonly ResourceClass[],
  options: Omit<ApiOptions<Locals>, 'registry' | 'controllers'> = {},
): Api<Locals> {
  const controllers = resources.map((resource) => [
    resource.config.type,
    class extends Application {
      static {
        this.jsonapi(resource)
      }
    },
  ])
  return createApi<Locals>({
    registry: defineRegistry(Object.fromEntries(resources.map((one) => [one.config.type, one]))),
    controllers: Object.fromEntries(controllers),
    ...options,
  })
}
