import type { Ticket, TicketPage } from '../../core/contracts/src/index.ts'
import type { ApiClient } from './api-client.ts'
import type { Customer } from './channels/channel.ts'
import type { Channels } from './channels/channels.ts'
import type { Company } from './company.ts'
import { photo } from './photo.ts'
import type { ColleagueName, Story } from './stories/story.ts'
import { until } from './until.ts'

/** A conversation that has begun. */
export interface Talk {
  readonly story: Story
  readonly customer: Customer
  /** Messages of the company that they have got. */
  answers: number
  /** How much of what comes next they have said. */
  said: number
  /** When they write next, milliseconds of the clock; undefined while they wait for an answer. */
  writesAt?: number | undefined
}

/** A conversation that has become a ticket. */
export interface TicketTalk extends Talk {
  readonly ticketId: string
}

/** Plays the conversations of a day: customers write, colleagues take and answer, as programs of the API do. */
export class Day {
  readonly #channels: Channels
  readonly #company: Company
  readonly #admin: ApiClient
  readonly #colleagues: ReadonlyMap<ColleagueName, ApiClient>

  constructor(
    channels: Channels,
    company: Company,
    admin: ApiClient,
    colleagues: ReadonlyMap<ColleagueName, ApiClient>,
  ) {
    this.#channels = channels
    this.#company = company
    this.#admin = admin
    this.#colleagues = colleagues
  }

  /** A customer writes for the first time. Nobody has to be signed in. */
  async begin(story: Story): Promise<Talk> {
    const customer = await this.#channels.get(story.channel)!.customer(story.name)
    for (const line of story.lines) await customer.write(line)
    if (story.picture !== undefined) await customer.show?.(photo(), 'image/png', story.picture)
    return { story, customer, answers: 0, said: 0 }
  }

  /** Plays one conversation as far as its story tells, with what colleagues do. */
  async play(story: Story): Promise<TicketTalk> {
    const talk = await this.begin(story)
    const ticket = await this.#ticketOf(story, talk.customer)
    await this.#sort(ticket, story)
    if (story.taken) await this.#answer(ticket, story.taken)
    return { ...talk, ticketId: ticket.id, answers: story.taken?.answers.length ?? 0 }
  }

  /** The colleagues' programs sign out: people sign in as them, and each may do so on one device. */
  async end(): Promise<void> {
    for (const client of [this.#admin, ...this.#colleagues.values()]) await client.signOut()
  }

  /** The conversation, once all that the customer wrote has arrived. */
  async #ticketOf({ name, lines, picture }: Story, { shownAs = name }: Customer): Promise<Ticket> {
    const count = lines.length + (picture === undefined ? 0 : 1)
    const search = `/tickets/?status[]=pending&status[]=open&searchParam=${encodeURIComponent(shownAs)}`
    const [ticket] = await until(
      async () => (await this.#admin.call<TicketPage>('GET', search)).tickets,
      ([found]) => found !== undefined && found.unreadMessages >= count,
      () => `What ${name} wrote did not arrive.`,
    )
    return ticket!
  }

  async #sort({ id, queueId }: Ticket, { queue, tag, priority }: Story): Promise<void> {
    const wanted = this.#company.queues.get(queue)!
    const change = {
      ...(queueId !== wanted && { queueId: wanted }),
      ...(tag !== undefined && { tagIds: [this.#company.tags.get(tag)!] }),
      ...(priority !== undefined && { priority }),
    }
    if (Object.keys(change).length > 0) await this.#admin.call('PUT', `/tickets/${id}`, change)
  }

  async #answer({ id }: Ticket, { by, answers, isResolved }: NonNullable<Story['taken']>): Promise<void> {
    const colleague = this.#colleagues.get(by)!
    await colleague.call('PUT', `/tickets/${id}`, { status: 'open', userId: colleague.userId })
    for (const body of answers) await colleague.call('POST', `/messages/${id}`, { body })
    if (isResolved) await colleague.call('PUT', `/tickets/${id}`, { status: 'closed' })
  }
}
