import type { Logger } from '@recado/contracts'
import type { Clock } from '../base/clock.ts'
import type { PluginSignatures, S3Settings } from '../base/config.ts'
import type { ConnectionShares } from '../base/connection-budget.ts'
import type { PasswordCost } from '../credentials/passwords.ts'
import type { InstallationRoles } from '../db/roles.ts'
import type { AddressOf } from '../http/address.ts'
import type { RateLimiter } from '../http/rate.ts'
import type { TrustedProxies } from '../base/trusted-proxies.ts'
import type { VisitorFigures } from '../http/visitor-budgets.ts'
import type { Membership } from '../nodes/membership.ts'
import type { EgressOptions } from '../security/guarded-egress.ts'
import type { App } from './running-app.ts'
import type { Get, Once } from './tokens.ts'

/** Everything a node is made from. Tests give less than main.ts: a port of 0, their own database, their own plugins. */
export interface AppOptions {
  readonly ownerUrl: string
  readonly appUrl: string
  /** The installation's roles in the database, as `migrate` answers them. */
  readonly roles: InstallationRoles
  readonly natsUrl?: string | undefined
  readonly secret: string
  readonly dataDir: string
  /** Bucket of the files; they lie in `dataDir` when absent. */
  readonly bucket?: S3Settings | undefined
  readonly host: string
  readonly port: number
  readonly publicUrl?: string | undefined
  /** Proxies whose `X-Forwarded-For` counts; {@link defaultTrustedProxies} when absent. */
  readonly trustedProxies?: TrustedProxies
  readonly version: string
  readonly pluginFolders: readonly string[]
  /** Plugins that may be installed while the product runs; `required` when absent. */
  readonly pluginSignatures?: PluginSignatures
  /** Program of a demo beside the product; nothing is offered when absent. */
  readonly demoProgram?: string | undefined
  /** The built shell; absent in tests that only talk to the API. */
  readonly shellDist?: string
  readonly log: Logger
  readonly clock?: Clock
  readonly egress?: EgressOptions
  /** Name servers that are asked for the records that prove domains, as `address:port`; the system's when absent. */
  readonly dnsServers?: readonly string[]
  /** Connections to the database that the node may have open; {@link defaultConnections} when absent. */
  readonly connections?: number
  /** Called when the node cannot do its work any more although the database answers; the process had better end. */
  readonly onHopeless?: () => void
  /** Budgets of the rate limiter; the defaults of rate.ts when absent. */
  readonly rate?: RateLimiter
  /** Called when everything is started; `/readyz` answers 503 until it resolves. */
  readonly beforeReady?: (app: App) => Promise<void>
  /** Budgets of visitors; the defaults of visitor-budgets.ts when absent. */
  readonly visitorFigures?: VisitorFigures
  /** Iterations of one try at the login slider's proof of work; the product's own when absent. */
  readonly captchaIterations?: number
  /** Cost of hashes of passwords; the product's own when absent. */
  readonly passwordCost?: PasswordCost
}

/** Arguments of every module of the composition. */
export interface Making {
  readonly once: Once
  readonly get: Get
  readonly options: AppOptions
  /** Share of each part of the node in its connections to the database. */
  readonly shares: ConnectionShares
  /** This node among the nodes of the installation. */
  readonly nodes: Membership
  /** Under which people reach the installation. */
  address(): string
  /** Determines the address of callers, of requests and of sockets. */
  readonly addressOf: AddressOf
}
