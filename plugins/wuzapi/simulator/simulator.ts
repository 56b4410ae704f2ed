import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  ProviderSimulator,
  type ListenOptions,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'
import { answerGateway, type Gateway } from './api.ts'
import { newGroup, newPerson, type Group, type Person } from './person.ts'
import { playRoutes } from './play.ts'
import { Session, type Format } from './session.ts'

export interface WuzapiOptions {
  /** Leads the public address of a node to where it is served. */
  readonly reach?: (url: string) => string
  /** How deliveries are written: as a form, which is the default of WuzAPI, or as JSON. */
  readonly format?: Format
}

/** Stands in for a WuzAPI gateway, for WhatsApp behind it, and for the people there. */
export class WuzapiSimulator extends ProviderSimulator implements Gateway {
  protected readonly page = new URL('page.html', import.meta.url)
  readonly adminToken = randomBytes(12).toString('hex')
  readonly sessions: Session[] = []
  readonly people: Person[] = []
  readonly groups: Group[] = []
  readonly unregistered = new Set<string>()
  readonly files = new Map<string, { readonly bytes: Uint8Array; readonly mime: string }>()
  filesAt = 'https://pps.whatsapp.net'
  format: Format
  readonly #reach: (url: string) => string
  #isDown = false

  constructor({ reach = (url) => url, format = 'form' }: WuzapiOptions = {}) {
    super()
    this.#reach = reach
    this.format = format
  }

  static async start({ reach, format, ...listen }: ListenOptions & WuzapiOptions = {}): Promise<WuzapiSimulator> {
    const simulator = await new WuzapiSimulator({ ...(reach && { reach }), ...(format && { format }) }).listen(listen)
    simulator.filesAt = simulator.url
    return simulator
  }

  addSession(name: string, token: string = randomUUID()): Session {
    const session = new Session({ name, token, clock: this.clock, reach: this.#reach, format: () => this.format })
    this.sessions.push(session)
    return session
  }
  person(name: string, number: string, facts: Pick<Person, 'business' | 'picture'> = {}): Person {
    const person = newPerson(name, number, facts)
    this.people.push(person)
    return person
  }
  group(name: string): Group {
    const group = newGroup(name)
    this.groups.push(group)
    return group
  }

  /** Keeps a file. @returns the fields by which a message names it */
  keep(bytes: Uint8Array, mime: string): { readonly path: string; readonly fields: object } {
    const path = `/files/${randomUUID()}`
    this.files.set(path, { bytes, mime })
    const digest = createHash('sha256').update(bytes).digest('base64')
    return {
      path,
      fields: {
        URL: `https://mmg.whatsapp.net${path}`,
        directPath: path,
        mediaKey: randomBytes(32).toString('base64'),
        fileSHA256: digest,
        fileEncSHA256: digest,
        fileLength: bytes.length,
        mimetype: mime,
      },
    }
  }

  /** The gateway stops: nobody is answered, and what people write waits at WhatsApp. */
  stop(): void {
    this.#isDown = true
    for (const session of this.sessions) session.hold()
  }
  /** It is there again, and connects the sessions that were linked. */
  restart(): void {
    this.#isDown = false
    for (const session of this.sessions) {
      session.connected = false
      if (session.isLoggedIn) session.connect()
      session.release()
    }
  }

  protected play(request: SimulatorRequest): Promise<SimulatorAnswer> {
    return playRoutes(this, request)
  }

  protected answer(request: SimulatorRequest): SimulatorAnswer | Promise<SimulatorAnswer> {
    if (this.#isDown) return 'hangUp'
    const { pathname } = request.url
    if (!pathname.startsWith('/files/')) return answerGateway(this, request)
    const file = this.files.get(pathname)
    return file ? { headers: { 'content-type': file.mime }, body: file.bytes } : { status: 404 }
  }
}
