import type { PluginContext, TicketId } from '@recado/sdk'

/** How the provider knows the conversation of a ticket: whoever has it speaks in the contact's name. */
export const sessionKey = (ticketId: TicketId | string) => {
  const name = `session.${ticketId}`
  return {
    get: ({ secrets }: Pick<PluginContext, 'secrets'>) => secrets.get(name),
    set: ({ secrets }: Pick<PluginContext, 'secrets'>, value: string) => secrets.set(name, value, { staysHere: true }),
    delete: ({ secrets }: Pick<PluginContext, 'secrets'>) => secrets.delete(name),
  }
}
