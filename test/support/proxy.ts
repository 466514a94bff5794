import { once } from 'node:events'
import { createServer, connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** What a proxy does with a packet from a client. */
export type Verdict = 'pass' | 'hold' | 'cut before' | 'cut after'

/** A connection to a server that can fail like a network: both the server and the client see that it is closed. */
export interface Proxy {
  /** The URL of the server, through the proxy. */
  readonly url: string
  /** Decides what happens to each packet from now on. Without this function, all packets pass. */
  judge: ((packet: string) => Verdict) | undefined
  /** Sends the packets that are held. */
  release(): void
  /** The source ports of the connections that the server sees. */
  ports(): readonly number[]
  close(): Promise<void>
}

/**
 * Opens a proxy to the server of a URL. `cut before` closes the connection instead of forwarding the packet. `cut
 * after` forwards the packet, and closes the connection when the server responds, so that the client never reads the
 * result. `hold` keeps the packet, and everything that its connection sends after it, until `release`.
 */
export async function openProxy(url: string): Promise<Proxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const upstreams = new Set<Socket>()
  const held: (() => void)[] = []
  const proxy: { judge: Proxy['judge'] } = { judge: undefined }
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let isLost = false
    let isHeld = false
    const cut = (): void => {
      client.destroy()
      upstream.destroy()
    }
    upstreams.add(upstream)
    upstream.on('close', () => upstreams.delete(upstream))
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', cut).on('close', () => {
        sockets.delete(socket)
        cut()
      })
    }
    client.on('data', (packet) => {
      const verdict = proxy.judge?.(packet.toString('latin1')) ?? 'pass'
      if (verdict === 'cut before') return cut()
      if (verdict === 'cut after') isLost = true
      if (verdict === 'hold') {
        isHeld = true
        held.push(() => (isHeld = false))
      }
      if (isHeld) held.push(() => void upstream.write(packet))
      else upstream.write(packet)
    })
    upstream.on('data', (packet) => (isLost ? cut() : client.write(packet)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const located = new URL(url)
  located.port = String((server.address() as AddressInfo).port)
  return Object.assign(proxy, {
    url: located.href,
    release: () => {
      for (const send of held.splice(0)) send()
    },
    ports: () => [...upstreams].flatMap(({ localPort }) => localPort ?? []),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}
