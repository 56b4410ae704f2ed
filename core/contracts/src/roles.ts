import * as z from 'zod'

/** Stored profiles: `user` is an agent, `super` a supervisor, `admin` an administrator (S3-063, readings 1 and 2). */
export const roles = ['user', 'super', 'admin'] as const
/** Roles of a user in a company; permissions name the roles that hold them at first. */
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/**
 * Permissions that core itself checks, with the roles that have them by default. Plugins declare their own under
 * their id (`quick-messages.manage`). A route names one permission; one place decides.
 */
export const corePermissions = {
  /** One's own session, profile and preferences. */
  'account.own': ['user', 'super', 'admin'],
  'tickets.read': ['user', 'super', 'admin'],
  'tickets.write': ['user', 'super', 'admin'],
  'tickets.readAll': ['super', 'admin'],
  'tickets.delete': ['admin'],
  /** Reading along without anybody noticing; the trail keeps it. */
  'tickets.watch': ['super', 'admin'],
  /** Transferring and resolving many at once (S6-014, S6-015). */
  'tickets.mass': ['admin'],
  /** Taking a conversation out as a document. */
  'tickets.export': ['user', 'super', 'admin'],
  /** Saved views of the ticket list that everybody in the company has. */
  'views.share': ['super', 'admin'],
  'messages.write': ['user', 'super', 'admin'],
  'contacts.read': ['user', 'super', 'admin'],
  'contacts.write': ['user', 'super', 'admin'],
  'contacts.unmasked': ['admin'],
  /** Making one contact of two, and undoing it. */
  'contacts.merge': ['super', 'admin'],
  /** Bringing a table of contacts in. */
  'contacts.import': ['super', 'admin'],
  /** Taking contacts out as a table. */
  'contacts.export': ['admin'],
  'contacts.delete': ['super', 'admin'],
  /** Deciding in whose wallets a contact is. */
  'contacts.wallet': ['super', 'admin'],
  'queues.read': ['user', 'super', 'admin'],
  'queues.manage': ['admin'],
  'tags.read': ['user', 'super', 'admin'],
  'tags.manage': ['super', 'admin'],
  /** Segments of contacts that everybody in the company has. */
  'segments.share': ['super', 'admin'],
  /** Definitions of the attributes of contacts and tickets. */
  'attributes.manage': ['admin'],
  'users.read': ['user', 'super', 'admin'],
  /** Making, changing and deleting users, ending their sessions, looking after their passkeys. */
  'users.manage': ['admin'],
  /** Roles of the company's own, and single permissions of users. */
  'roles.manage': ['admin'],
  'groups.read': ['user', 'super', 'admin'],
  /** Groups of users, not of a messenger (reading 8). */
  'groups.manage': ['super', 'admin'],
  /** Sign-in methods of the company's users: single sign-on, second factors. */
  'signin.manage': ['admin'],
  /** Tokens with which programs call the API for the company. */
  'tokens.manage': ['admin'],
  /** Endpoints of other systems that are told of events, and what became of it. */
  'webhooks.manage': ['admin'],
  /** Reading the audit trail. */
  'audit.read': ['admin'],
  /** Giving people what is kept of them, and erasing it. */
  'privacy.manage': ['admin'],
  'licence.manage': ['admin'],
  'channels.read': ['user', 'super', 'admin'],
  'channels.manage': ['admin'],
  'plugins.manage': ['admin'],
  /** No role has it: see {@link masterPermissions}. */
  'plugins.install': [],
  'settings.read': ['user', 'super', 'admin'],
  'settings.manage': ['admin'],
  'operations.manage': ['admin'],
  /** Global settings, and everything of every company: see {@link masterPermissions}. */
  'platform.manage': [],
  /** Making and changing companies: all of them for masters, their own for resellers. */
  'tenants.manage': [],
  'plans.manage': [],
} as const satisfies Record<string, readonly Role[]>
export type CorePermission = keyof typeof corePermissions

/**
 * Permissions over the whole installation and not over one company. No role brings them: they are held by the accounts
 * that are marked as masters, beside what their role allows. The administrator of the first company is one.
 */
export const masterPermissions: readonly CorePermission[] = [
  'plugins.install',
  'platform.manage',
  'tenants.manage',
  'plans.manage',
]

/**
 * Permissions of administrators of a reseller beside their role's: over the companies that the reseller owns, and no
 * others.
 */
export const resellerPermissions: readonly CorePermission[] = ['tenants.manage', 'plans.manage']

/** `tickets.read`, or `<plugin id>.<name>`. */
export const PermissionName = z.string().regex(/^[a-z][a-z0-9-]*(\.[a-zA-Z][a-zA-Z0-9]*)+$/)
