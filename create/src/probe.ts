/** The facts known about a server from the bytes that it has sent. A buffer contains the bytes to send next. */
export type Judgement = 'waiting' | 'answers' | 'missing' | 'other' | Buffer

/** How to find out a server's kind, and whether it has a database, without a driver. */
export interface Probe {
  /** The first message to send. */
  readonly asked: Buffer
  judge(received: Buffer): Judgement
}

/** The user and the database to ask for. */
export interface Login {
  readonly user: string
  readonly name: string
  readonly hasPassword: boolean
}

/**
 * Logs in to PostgreSQL without a password. If the server requires one, it does not say whether the database exists. An
 * open port that stays silent, such as a proxy's, is not a database.
 */
export function probeOfPostgresql({ user, name }: Login): Probe {
  // Protocol 3.0, then names and values.
  const asked = Buffer.from(`\0\0\0\0\0\x03\0\0user\0${user}\0database\0${name}\0\0`)
  asked.writeInt32BE(asked.length, 0)
  return {
    asked,
    judge(received) {
      for (let rest = received; ;) {
        if (rest.length < 9) return rest.length > 0 && !isMessage(rest) ? 'other' : 'waiting'
        const length = rest.readInt32BE(1)
        if (!isMessage(rest) || length < 5 || length > MOST_BYTES) return 'other'
        if (rest.length < 1 + length) return 'waiting'
        const message = rest.subarray(0, 1 + length)
        // In an error, the field C contains the code.
        if (message[0] === ERROR) return message.includes('\0C3D000\0') ? 'missing' : 'answers'
        // Zero means that no password is required. Only then does the server look for the database.
        if (message[0] !== AUTHENTICATION || message.readInt32BE(5) !== 0) return 'answers'
        rest = rest.subarray(1 + length)
      }
    },
  }
}

const ERROR = 'E'.charCodeAt(0)
const AUTHENTICATION = 'R'.charCodeAt(0)
const MOST_BYTES = 100_000
const isMessage = ([first = 0]: Buffer): boolean => 'RESKZN'.includes(String.fromCharCode(first))

/** Waits for MariaDB's greeting, and then logs in if the user has no password. */
export function probeOfMariadb({ user, name, hasPassword }: Login): Probe {
  return {
    asked: Buffer.alloc(0),
    judge(received) {
      if (received.length < 7) return 'waiting'
      const [, , , sequence, kind] = received
      if (sequence === 2) return kind === 255 && received.readUInt16LE(5) === 1049 ? 'missing' : 'answers'
      // The protocol version, or an error.
      if (kind !== 10) return kind === 255 ? 'answers' : 'other'
      if (received.length < 4 + received.readUIntLE(0, 3)) return 'waiting'
      return hasPassword ? 'answers' : loginOf(user, name)
    },
  }
}

function loginOf(user: string, name: string): Buffer {
  // The flags (protocol 4.1, a database, an empty password, the name of a plugin), then the largest packet and utf8mb4.
  const head = Buffer.alloc(36)
  head.writeUInt32LE(0x8_820d, 4)
  head.writeUInt32LE(0xff_ffff, 8)
  head[12] = 45
  const login = Buffer.concat([head, Buffer.from(`${user}\0\0${name}\0mysql_native_password\0`)])
  login.writeUIntLE(login.length - 4, 0, 3)
  login[3] = 1
  return login
}
