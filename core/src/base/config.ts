import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { NewPassword, type PasswordRule } from '@recado/contracts'
import * as z from 'zod'
import { defaultConnections, leastConnections } from './connection-budget.ts'
import { defaultTrustedProxies, parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'
import { isRange } from './addresses.ts'

/** A word or a few characters over and over, typed only to reach a minimum length. */
const isGuessable = (secret: string): boolean => /^(.{1,10}?)\1+.{0,9}$/s.test(secret)

const proxiesExpected =
  'TRUSTED_PROXIES must be a number of proxies from 0 to 10, or networks and addresses with ' +
  'commas between them, such as 10.0.0.0/8, loopback'
const isTrustedProxies = (text: string): boolean => parseTrustedProxies(text) !== undefined
/** More make PostgreSQL slower, not the node faster. */
const mostConnections = 500
const connectionsExpected = `DATABASE_CONNECTIONS must be a whole number from ${leastConnections} to ${mostConnections}`
/** Sentences about a password that breaks a rule; a sentence of several rules is shown once. */
const passwordSentences: Readonly<Record<PasswordRule, string>> = {
  length: 'must have between 8 and 128 characters',
  common: 'has too few different characters',
  personal: 'is made of what everybody knows',
  upper: 'needs an upper case letter, or 16 characters',
  lower: 'needs a lower case letter, or 16 characters',
  digit: 'needs a digit, or 16 characters',
  characters: 'must have letters and digits only, or 16 characters',
}
const AdminPassword = z.string().superRefine((password, context) => {
  for (const { message } of NewPassword.safeParse(password).error?.issues ?? []) {
    context.addIssue({
      code: 'custom',
      message: `RECADO_ADMIN_PASSWORD ${passwordSentences[message as PasswordRule] ?? 'is too long'}`,
    })
  }
})

/**
 * The twenty-one environment variables of Recado, all with defaults. A wrong value stops the start with a sentence. The
 * reference of the configuration is made from the descriptions.
 */
export const Environment = z.object({
  PORT: z.coerce
    .number('PORT must be a number')
    .int()
    .min(0, 'PORT must be between 0 and 65535')
    .max(65_535, 'PORT must be between 0 and 65535')
    .default(3000)
    .describe('Port of everything: interface, API, sockets, widget. 0 takes a free one.'),
  HOST: z
    .string()
    .min(1, 'HOST must not be empty')
    .default('127.0.0.1')
    .describe('Address to listen on; `0.0.0.0` for every interface.'),
  DATA_DIR: z
    .string()
    .min(1, 'DATA_DIR must not be empty')
    .default('.data')
    .describe('Folder of the files, of plugins added by hand, of the generated secret and of the embedded PostgreSQL.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must start with postgres:// or postgresql://')
    .optional()
    .describe(
      'Address of a PostgreSQL 18 as an owner who may create roles; without it the embedded one runs in `DATA_DIR`.',
    ),
  DATABASE_CONNECTIONS: z.coerce
    .number(connectionsExpected)
    .int(connectionsExpected)
    .min(leastConnections, connectionsExpected)
    .max(mostConnections, connectionsExpected)
    .default(defaultConnections)
    .describe(
      `Most connections to PostgreSQL that one node opens, ${leastConnections} at least: requests, jobs and ` +
        `plugins share them. All nodes together have to fit into its \`max_connections\`, which is checked at the ` +
        'start.',
    ),
  NATS_URL: z
    .string()
    .regex(/^(nats|tls|wss?):\/\//, 'NATS_URL must start with nats:// or tls://')
    .optional()
    .describe(
      'Address of a NATS server (2.9.10 or newer) with JetStream, for more than one node; without it the bus ' +
        'works within the process.',
    ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'PUBLIC_URL must be an http or https address' })
    .optional()
    .describe(
      'Address under which browsers and providers reach this installation. Set it behind a reverse proxy: it ' +
        'marks cookies as secure for https, checks origins and trusts a proxy on the same machine.',
    ),
  TRUSTED_PROXIES: z
    .string()
    .refine(isTrustedProxies, proxiesExpected)
    .optional()
    .describe(
      'Reverse proxies whose `X-Forwarded-For` counts: how many stand in a row (`1`), or their networks and ' +
        'addresses (`10.0.0.0/8, loopback`; `private` is every private network). `none` trusts nobody. Without it ' +
        '`loopback` where `PUBLIC_URL` is set, nobody otherwise.',
    ),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'S3_BUCKET must be the name of a bucket')
    .optional()
    .describe(
      'Bucket for the files of companies, on a server that speaks S3; it holds nothing else. A new installation ' +
        'writes its files there, one that has files after `npm run media:move`. Without it they lie in ' +
        '`DATA_DIR/media`.',
    ),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'S3_ENDPOINT must be an http or https address' })
    .optional()
    .describe('Address of that server; without it Amazon’s.'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket, as its server names it.'),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe(
      'Key that may read, write, list and remove in the bucket, with `S3_SECRET_ACCESS_KEY`; without both, what the ' +
        'machine is given, such as its role at Amazon.',
    ),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of that key.'),
  S3_PUBLIC_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'S3_PUBLIC_ENDPOINT must be an http or https address' })
    .optional()
    .describe(
      'Address at which browsers reach the server of the bucket, on another host than `PUBLIC_URL`. With it, ' +
        'downloads go there by addresses that are valid for a minute; without it everything passes through Recado.',
    ),
  RECADO_SECRET: z
    .string()
    .min(32, 'RECADO_SECRET must have at least 32 characters; leave it unset to have one made')
    .refine(
      (secret) => !isGuessable(secret),
      'RECADO_SECRET is one that anybody would try; leave it unset to have one made',
    )
    .optional()
    .describe(
      'Root of every key and database password, 32 characters at least; without it one is made and kept in ' +
        '`DATA_DIR/secret`.',
    ),
  RECADO_ADMIN_EMAIL: z
    .email('RECADO_ADMIN_EMAIL must be an e-mail address')
    .default('admin@recado.local')
    .describe('Account of the first administrator, made with the first company.'),
  RECADO_ADMIN_PASSWORD: AdminPassword.optional().describe(
    'Password of the first administrator: 16 or more characters of any kind, or 8 or more letters and digits ' +
      'with both cases and a digit among them; none that is common or made of the address. Without it one is made ' +
      'and shown once.',
  ),
  RECADO_PLUGIN_SIGNATURES: z
    .enum(['ask', 'required'], 'RECADO_PLUGIN_SIGNATURES must be ask or required')
    .default('required')
    .describe(
      'Which plugins a master may install: with `required` those of trusted publishers alone; with `ask`, for ' +
        'developing, any, after an explicit confirmation for one that no trusted publisher signed.',
    ),
  RECADO_DEMO_PROGRAM: z
    .string()
    .optional()
    .describe(
      'Program that fills a demo company beside the product, offered to the first administrator until the ' +
        'installation is set up. `npm start` of a clone names its own; empty turns it off.',
    ),
  DRAIN_SECONDS: z.coerce
    .number('DRAIN_SECONDS must be a number')
    .int('DRAIN_SECONDS must be a whole number')
    .min(0, 'DRAIN_SECONDS must be between 0 and 300')
    .max(300, 'DRAIN_SECONDS must be between 0 and 300')
    .optional()
    .describe(
      'Seconds for which a node that a supervisor stops (`SIGTERM`) goes on serving while `/readyz` already ' +
        'answers 503: longer than the load balancer takes to notice. The stop itself takes up to 10 s more. Without ' +
        'it 5 where `NATS_URL` is set, 0 otherwise. Ctrl+C never waits.',
    ),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'LOG_LEVEL must be one of trace, debug, info, warn, error, silent',
    )
    .default('info')
    .describe('Least severe lines that are logged, as JSON on standard error.'),
})

/** A bucket on a server that speaks S3, as the environment names it. */
export interface S3Settings {
  readonly bucket: string
  readonly region: string
  /** Address of the server; absent: Amazon's. */
  readonly endpoint: string | undefined
  /** Absent: what the surroundings give, such as the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
  /** Address at which browsers reach the same server; absent: they do not. */
  readonly publicEndpoint: string | undefined
}

/** Plugins that may be installed while the product runs. */
export type PluginSignatures = z.infer<typeof Environment>['RECADO_PLUGIN_SIGNATURES']

export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Most connections to PostgreSQL that this node opens. */
  readonly databaseConnections: number
  /** Absent: the in-process bus. */
  readonly natsUrl: string | undefined
  readonly publicUrl: string | undefined
  /** Proxies that determine the caller's address. */
  readonly trustedProxies: TrustedProxies
  /**
   * Private address ranges that the server and its plugins may reach, from the file `reachable-networks` in `dataDir`.
   */
  readonly reachableNetworks: readonly string[]
  /** Absent: files lie in `dataDir`. */
  readonly bucket: S3Settings | undefined
  /** Root of every derived key; never a default, made and kept in the data folder when not given. */
  readonly secret: string
  readonly adminEmail: string
  readonly adminPassword: string | undefined
  readonly pluginSignatures: PluginSignatures
  /** Program of the demo; absent where there is none, and where people reach the product from elsewhere. */
  readonly demoProgram: string | undefined
  /** Time for which a stopping node goes on serving after its `/readyz` answered 503. */
  readonly drainSeconds: number
  readonly logLevel: z.infer<typeof Environment>['LOG_LEVEL']
}

/** One node has nobody to take its place; several are behind something that asks each whether it is ready. */
const defaultDrainSeconds = (natsUrl: string | undefined): number => (natsUrl === undefined ? 0 : 5)

/**
 * Address under which people reach an installation that listens there. Without a public address it is this machine's
 * own.
 */
export const ownAddress = (publicUrl: string | undefined, host: string, port: number): string =>
  publicUrl ?? `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`

/** A configuration that cannot be used; `message` is one sentence per wrong value, made for a person. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** In the data folder: the installation's secret, unless `RECADO_SECRET` is set. */
export const secretFile = 'secret'
/** In the data folder for as long as a backup is being restored into it. */
export const restoringMark = 'restoring'

/**
 * The variables with their defaults. Empty ones count as absent.
 * @throws ConfigError with one sentence per wrong value
 */
export function readEnvironment(environment: Record<string, string | undefined>): z.infer<typeof Environment> {
  const given = Object.fromEntries(
    Object.keys(Environment.shape).map((key) => [key, environment[key] === '' ? undefined : environment[key]]),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => issue.message).join('\n'))
  return parsed.data
}

/**
 * The bucket for files; undefined without one.
 *
 * @throws ConfigError when half of it is given
 */
export function bucketOf(env: z.infer<typeof Environment>): S3Settings | undefined {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together')
  if (env.S3_BUCKET === undefined) {
    if (env.S3_ENDPOINT !== undefined) throw new ConfigError('S3_ENDPOINT is set without S3_BUCKET')
    return undefined
  }
  return {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey },
    publicEndpoint: env.S3_PUBLIC_ENDPOINT,
  }
}

/** A demo listens on this machine alone, so it is offered to nobody elsewhere. */
const isForThisMachine = ({ HOST, PUBLIC_URL, NATS_URL }: z.infer<typeof Environment>): boolean =>
  /^(127\.|localhost$|::1$)/.test(HOST) && PUBLIC_URL === undefined && NATS_URL === undefined

/** Reads the environment. Creates the data folder and, in it, the secret. */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const env = readEnvironment(environment)
  const dataDir = resolve(env.DATA_DIR)
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (cause) {
    throw new ConfigError(`DATA_DIR cannot be used: ${dataDir} cannot be created or is not a folder`, { cause })
  }
  if (existsSync(join(dataDir, restoringMark))) {
    const why = `A backup is being restored into ${dataDir}, or was not restored to its end`
    throw new ConfigError(`${why}: then empty the folder and restore it again`)
  }
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    natsUrl: env.NATS_URL,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    reachableNetworks: reachableNetworks(dataDir),
    trustedProxies: parseTrustedProxies(env.TRUSTED_PROXIES ?? '') ?? defaultTrustedProxies(env.PUBLIC_URL),
    bucket: bucketOf(env),
    secret: env.RECADO_SECRET ?? keptSecret(dataDir),
    adminEmail: env.RECADO_ADMIN_EMAIL,
    adminPassword: env.RECADO_ADMIN_PASSWORD,
    pluginSignatures: env.RECADO_PLUGIN_SIGNATURES,
    demoProgram: isForThisMachine(env) ? env.RECADO_DEMO_PROGRAM : undefined,
    drainSeconds: env.DRAIN_SECONDS ?? defaultDrainSeconds(env.NATS_URL),
    logLevel: env.LOG_LEVEL,
  }
}

/**
 * Providers in one's own network, and simulators: one range a line, `#` begins a remark. A file and no variable,
 * because it belongs to who may write into the data folder and to nobody else.
 */
function reachableNetworks(dataDir: string): string[] {
  const file = join(dataDir, 'reachable-networks')
  if (!existsSync(file)) return []
  const ranges = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
  const wrong = ranges.find((range) => !isRange(range))
  if (wrong !== undefined)
    throw new ConfigError(`${file} must hold one address range a line, such as 10.1.2.0/24; ${wrong} is none`)
  return ranges
}

function keptSecret(dataDir: string): string {
  const file = join(dataDir, secretFile)
  if (!existsSync(file)) writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32 || isGuessable(secret))
    throw new ConfigError(
      `${file} does not hold a usable secret; restore it from a backup (stored channel secrets need it) or ` +
        'delete it to have a new one made',
    )
  return secret
}
