import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyPluginDefinition } from '../../core/contracts/src/plugin.ts'
import { corePermissions, roles, type CorePermission, type Role } from '../../core/contracts/src/roles.ts'
import { housePlugins, pluginsFolder } from './house-plugins.ts'
import { code, page, table } from './table.ts'

const allows: Record<CorePermission, string> = {
  'account.own': 'One’s own session and account; the interface’s manifest.',
  'tickets.read': 'List and open the tickets that the visibility policy shows, with their log.',
  'tickets.write': 'Open conversations; change status, user, queue and pin; mark as read.',
  'tickets.readAll': 'The switch “all tickets”: closed ones too, whatever status was chosen.',
  'tickets.delete': 'Delete a ticket for good.',
  'tickets.mass': 'Transfer and resolve many tickets at once.',
  'tickets.watch': 'Read along with a ticket without opening it; the audit trail keeps it.',
  'tickets.export': 'Take a conversation out as a PDF.',
  'messages.write': 'Send messages.',
  'contacts.read': 'Read contacts.',
  'contacts.write': 'Write contacts down by hand.',
  'contacts.unmasked': 'See phone numbers and e-mail addresses although the company masks them.',
  'contacts.merge': 'Make one contact of two, and undo it.',
  'contacts.import': 'Bring a table of contacts in.',
  'contacts.export': 'Take contacts out as a table.',
  'contacts.delete': 'Delete contacts with whom there are no conversations.',
  'contacts.wallet': 'Decide in whose wallets a contact is.',
  'queues.read': 'List queues.',
  'queues.manage': 'Create, change and delete queues.',
  'tags.read': 'List tags.',
  'tags.manage': 'Create, change and delete tags.',
  'segments.share': 'Make, change and delete segments of contacts that everybody in the company has.',
  'attributes.manage': 'Define which attributes contacts and tickets have beside their fields.',
  'users.read': 'List the users of the company.',
  'users.manage': 'Create, change, switch off and delete users; end their sessions; look after their passkeys.',
  'roles.manage': 'Make roles of the company’s own; give and take single permissions, up to those one holds.',
  'groups.read': 'List the groups of users.',
  'views.share': 'Save views of the ticket list for everybody in the company; change and delete them.',
  'groups.manage': 'Create, change and delete groups of users.',
  'signin.manage': 'Decide how the company’s users sign in: single sign-on, second factor.',
  'tokens.manage': 'Make and revoke tokens with which programs call the API.',
  'webhooks.manage': 'Decide which other systems are told of events, and see what became of it.',
  'audit.read': 'Read, check and export the trace of what was done.',
  'privacy.manage': 'Export what is kept about a contact, and erase it.',
  'licence.manage': 'See and enter the licence of the company.',
  'channels.read': 'List channel connections; hear of their state live.',
  'channels.manage': 'Create, change, connect, disconnect and delete channel connections.',
  'plugins.manage': 'Switch plugins on and off; change their settings.',
  'plugins.install': 'Install and remove plugins, for all companies. No role has it: masters of the installation do.',
  'settings.read': 'Read the settings of the company.',
  'settings.manage': 'Change the settings of the company.',
  'operations.manage': 'Read, replay and discard events that were given up.',
  'platform.manage':
    'Change the settings of the installation; look after all companies. No role has it: masters of the ' +
    'installation do.',
  'tenants.manage': 'Create and change companies: all of them for masters, their own for administrators of a reseller.',
  'plans.manage': 'Create and change plans: all of them for masters, their own for administrators of a reseller.',
}

const head = ['Permission', 'Allows', 'User', 'Supervisor', 'Administrator']
const row = (name: string, what: string, held: readonly Role[]): string[] => [
  code(name),
  what,
  ...roles.map((role) => (held.includes(role) ? 'yes' : '')),
]

const textAt = (words: unknown, key: string): string =>
  key.split('.').reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], words) as string

function rowsOf({ id, permissions }: AnyPluginDefinition): string[][] {
  const words: unknown = JSON.parse(readFileSync(join(pluginsFolder, id, 'locales', 'en.json'), 'utf8'))
  return Object.entries(permissions as Record<string, { titleKey: string; roles: readonly Role[] }>).map(
    ([name, { titleKey, roles: held }]) => row(`${id}.${name}`, textAt(words, titleKey), held),
  )
}

export async function permissions(): Promise<string> {
  return page(
    'Permissions',
    'A route names one permission, and one place decides whether the signed-in user holds it. Roles hold ' +
      'permissions; which tickets a user sees is a matter of the [visibility ' +
      'policy](../concepts/tickets-and-visibility.md) besides. What concerns the whole installation is held by its ' +
      'masters, whatever their role; the administrator of the first company is one.',
    table(
      head,
      (Object.keys(corePermissions) as CorePermission[]).map((name) => row(name, allows[name], corePermissions[name])),
    ),
    '## Of the plugins in this repository',
    'A plugin declares its own under its id. They count where the plugin is enabled.',
    table(head, (await housePlugins()).flatMap(rowsOf)),
  )
}
