import { Resource } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { describe, expect, test } from 'vitest'

class Thing extends Resource {
  static {
    this.type('things')
    this.useAdapter(NullAdapter)
  }
}

const thing = new Thing()
const other = new Thing()
const now = () => [thing.context, thing.contextNamespace, other.context]
const NONE = [undefined, undefined, undefined]
/** Contexts are distinguished by their content. The first test shows that the context is the object itself. */
const named = (name: string) => ({ name })
const pause = () => new Promise((resume) => setTimeout(resume, 1))

describe('controller/with-context (10.1)', () => {
  test('without withContext, no context is set', () => {
    expect(now()).toEqual(NONE)
  })

  test("the context and the namespace apply inside the block of withContext, to any object, and the block's result is returned", () => {
    const context = named('controller')
    const [own, namespace, others] = thing.withContext(context, 'index', now)
    expect([own === context, namespace, others === context]).toEqual([true, 'index', true])
    expect(now()).toEqual(NONE)
  })

  test('the context and the namespace apply to everything that the block of withContext awaits', async () => {
    const context = named('shown')
    const seen = await thing.withContext(context, 'show', async () => {
      await pause()
      const inner = await Promise.all([pause().then(now), Promise.resolve().then(now)])
      await new Promise((resume) => setImmediate(resume))
      return [...inner, now()]
    })
    expect(seen).toEqual([1, 2, 3].map(() => [context, 'show', context]))
    expect(now()).toEqual(NONE)
  })

  test('calls to withContext can be nested, and the outer values apply again after the inner block', async () => {
    const [outer, inner] = [{ outer: true }, { inner: true }]
    const seen = await thing.withContext(outer, 'index', async () => {
      const within = await other.withContext(inner, 'show', async () => {
        await pause()
        return now()
      })
      return [within, now()]
    })
    expect(seen).toEqual([
      [inner, 'show', inner],
      [outer, 'index', outer],
    ])
  })

  test('withContext restores the outer values after an error or a rejection', async () => {
    const context = named('outer')
    await thing.withContext(context, 'index', async () => {
      expect(() =>
        thing.withContext(named('throwing'), 'show', () => {
          throw new Error('thrown')
        }),
      ).toThrow('thrown')
      expect(now()).toEqual([context, 'index', context])
      await expect(
        thing.withContext(named('rejecting'), 'show', async () => {
          await pause()
          throw new Error('rejected')
        }),
      ).rejects.toThrow('rejected')
      expect(now()).toEqual([context, 'index', context])
    })
    expect(now()).toEqual(NONE)
  })

  test('withContext without a namespace keeps the current namespace', () => {
    const context = named('inner')
    const nested = thing.withContext(named('outer'), 'index', () => thing.withContext(context, now))
    expect(nested).toEqual([context, 'index', context])
    expect(thing.withContext(context, now)).toEqual([context, undefined, context])
  })

  test("concurrent blocks of withContext never see each other's values", async () => {
    const run = (name: string, steps: number) =>
      thing.withContext({ name }, name, async () => {
        const seen: unknown[] = []
        for (let step = 0; step < steps; step++) {
          await pause()
          seen.push(thing.contextNamespace, (thing.context as { name: string }).name)
        }
        return new Set(seen)
      })
    expect(await Promise.all(['a', 'b', 'c'].map((name) => run(name, 5)))).toEqual([
      new Set(['a']),
      new Set(['b']),
      new Set(['c']),
    ])
  })

  test('withContext with a namespace requires a block', () => {
    expect(() => thing.withContext({}, 'index')).toThrow(TypeError)
  })
})
