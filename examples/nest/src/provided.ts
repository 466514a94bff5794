import type { Abstract, Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';

/** The running applications. Tests may start several; the most recent one is used. */
const applications: ModuleRef[] = [];

/** ApiModule calls this when Nest has constructed all providers. */
export function connect(modules: ModuleRef): void {
  applications.push(modules);
}

/** ApiModule calls this when the application ends. */
export function disconnect(modules: ModuleRef): void {
  const place = applications.indexOf(modules);
  if (place !== -1) applications.splice(place, 1);
}

/**
 * A provider of the application, for code that Nest does not construct: resources and controllers of the API. Call it in
 * methods: `provided(MailService).send(order)`.
 */
export function provided<Provider>(token: Type<Provider> | Abstract<Provider>): Provider {
  const { name } = token;
  const application = applications.at(-1);
  if (!application) {
    throw new Error(
      `${name} is not available, because no Nest application with ApiModule has started. Add ApiModule to the imports of AppModule, and call provided(${name}) in methods, not at the top of a file. In a test, call await app.init() first.`,
    );
  }
  try {
    return application.get<Provider>(token, { strict: false });
  } catch (cause) {
    throw new Error(
      `${name} is not a provider of this application. Add it to the providers of a module, and that module to the imports of AppModule.`,
      { cause },
    );
  }
}

/** An object that can be exported before it exists. Each use looks it up. */
export function late<Value extends object>(find: () => Value): Value {
  const nothing = Object.create(null) as Value;
  return new Proxy(nothing, {
    get(_, name): unknown {
      const value = find();
      const member: unknown = Reflect.get(value, name);
      return typeof member === 'function' ? (member.bind(value) as unknown) : member;
    },
    has: (_, name) => Reflect.has(find(), name),
  });
}
