import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Connection, Ticket } from '@recado/contracts'
import type { Person as Customer } from '../../plugins/wuzapi/simulator/person.ts'
import type { Act, Said, Session } from '../../plugins/wuzapi/simulator/session.ts'
import { WuzapiSimulator } from '../../plugins/wuzapi/simulator/simulator.ts'
import { eventually, type Person, testApp, type TestApp } from '../harness/app.ts'
import { ChannelSide } from '../harness/channel-side.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

/** What the gateway knows the node by; a proxy stands before it. */
const publicUrl = 'https://recado.example'

/** One company with a session of the gateway. */
export class GatewaySide extends ChannelSide {
  readonly simulator: WuzapiSimulator
  readonly token: string
  readonly number: Customer
  constructor(admin: Person, connection: Connection, simulator: WuzapiSimulator, token: string) {
    super(admin, connection)
    this.simulator = simulator
    this.token = token
    this.number = simulator.person('Loja', `55119${randomInt(10 ** 7, 10 ** 8)}`)
  }

  /** The session of this company at the gateway. */
  get session(): Session {
    return this.simulator.sessions.find(({ token }) => token === this.token)!
  }

  /** The connection once it fits. */
  reaches(fits: (connection: Connection) => boolean): Promise<Connection> {
    return eventually(() => this.status(), fits)
  }
  /** The phone of the number scans the picture that the channels screen shows. */
  async scan(): Promise<void> {
    await eventually(
      async () => (await this.status()).qrcode ?? '',
      (code) => this.session !== undefined && this.session.scan(this.number, code),
    )
    await this.connected()
  }

  /** What a chat has got from the company, once it is this many. */
  got(chat: string, count: number): Promise<Said[]> {
    return eventually(
      () => this.session.thread(chat).filter(({ own }) => own),
      (found) => found.length === count,
    )
  }
  /** What the gateway was asked to do, once it was. */
  async act(path: string, fits: (fields: Act['fields']) => boolean): Promise<Act['fields']> {
    const [act] = await eventually(
      () => this.session.acts.filter((one) => one.path === path && fits(one.fields)),
      (found) => found.length > 0,
    )
    return act!.fields
  }

  /** Somebody new who has written, in a conversation that an agent has taken. */
  async talking(): Promise<{ name: string; person: Customer; ticket: Ticket; said: Said }> {
    const name = `Ana ${randomUUID().slice(0, 8)}`
    const person = this.simulator.person(name, `55119${randomInt(10 ** 7, 10 ** 8)}`)
    const said = this.session.write(person, 'Oi')
    return { name, person, said, ticket: await this.open(await this.ticket(name)) }
  }
}

export interface WuzapiWorld extends TestApp {
  readonly simulator: WuzapiSimulator
  readonly mine: GatewaySide
  readonly theirs: GatewaySide
  /** Another session of a company, not linked yet. */
  connect(admin: Person, config?: object): Promise<GatewaySide>
}

/** A node with a linked number in both companies, at one simulated gateway; with more plugins from `folders`. */
export async function wuzapiWorld(folders: readonly string[] = []): Promise<WuzapiWorld> {
  let base = publicUrl
  const simulator = await WuzapiSimulator.start({ reach: (url) => url.replace(publicUrl, base) })
  const world = await testApp({
    pluginFolders: [pluginFolder(join(import.meta.dirname, '../../plugins/wuzapi')), ...folders],
    app: { egress: { allow: ['127.0.0.0/8'] }, publicUrl },
  })
  base = world.base
  const connect = async (admin: Person, config: object = {}): Promise<GatewaySide> => {
    const token = randomUUID()
    const connection = await admin.ok<Connection>('POST', '/whatsapp', {
      name: `WuzAPI ${randomUUID()}`,
      type: 'wuzapi',
      config: {
        apiUrl: simulator.url,
        session: 'loja',
        sessionToken: token,
        apiToken: simulator.adminToken,
        ...config,
      },
    })
    return new GatewaySide(admin, connection, simulator, token)
  }
  const mine = await connect(await world.signIn(world.a.admin))
  const theirs = await connect(await world.signIn(world.b.admin))
  await Promise.all([mine.scan(), theirs.scan()])
  const close = world.close.bind(world)
  return Object.assign(world, {
    simulator,
    mine,
    theirs,
    connect,
    close: async () => {
      await close()
      await simulator.close()
    },
  })
}
