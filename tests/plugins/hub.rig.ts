import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Connection, Ticket } from '@recado/contracts'
import type { HubChannel, Said } from '../../plugins/hub/simulator/account.ts'
import { HubSimulator } from '../../plugins/hub/simulator/simulator.ts'
import { eventually, type Person, testApp, type TestApp } from '../harness/app.ts'
import { ChannelSide } from '../harness/channel-side.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

/** What the hub knows the node by; a proxy stands before it. */
const publicUrl = 'https://recado.example'

/** One company with a channel of the hub. */
export class HubSide extends ChannelSide {
  readonly channel: HubChannel
  constructor(admin: Person, channel: HubChannel, connection: Connection) {
    super(admin, connection)
    this.channel = channel
  }

  /** What somebody has got from the company, once it is this many. */
  got(person: string, count: number): Promise<Said[]> {
    return eventually(
      () => this.channel.thread(person).filter(({ fromPerson }) => !fromPerson),
      (found) => found.length === count,
    )
  }

  /** Somebody who has written, in a conversation that an agent has taken. */
  async talking(): Promise<{ person: string; ticket: Ticket }> {
    const person = `ana-${randomUUID().slice(0, 8)}`
    this.channel.write(person, 'Oi')
    return { person, ticket: await this.open(await this.ticket(person)) }
  }
}

export interface HubWorld extends TestApp {
  readonly simulator: HubSimulator
  readonly mine: HubSide
  readonly theirs: HubSide
  connect(admin: Person, channel: HubChannel, config?: object): Promise<HubSide>
}

/** A node with a channel of this kind in both companies, against the simulated hub. */
export async function hubWorld(kind: string): Promise<HubWorld> {
  let base = publicUrl
  const simulator = await HubSimulator.start({ reach: (url) => url.replace(publicUrl, base) })
  const world = await testApp({
    pluginFolders: [pluginFolder(join(import.meta.dirname, '../../plugins/hub'))],
    app: { egress: { allow: ['127.0.0.0/8'] }, publicUrl },
  })
  base = world.base
  const connect = async (admin: Person, channel: HubChannel, config: object = {}): Promise<HubSide> =>
    new HubSide(
      admin,
      channel,
      await admin.ok<Connection>('POST', '/whatsapp', {
        name: `Hub ${randomUUID()}`,
        type: 'hub',
        config: {
          channel: channel.kind,
          channelId: channel.id,
          token: channel.account.token,
          apiRoot: simulator.url,
          ...config,
        },
      }),
    )
  const [mine, theirs] = [
    await connect(await world.signIn(world.a.admin), simulator.addAccount().addChannel(kind)),
    await connect(await world.signIn(world.b.admin), simulator.addAccount().addChannel(kind)),
  ]
  await Promise.all([mine.connected(), theirs.connected()])
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
