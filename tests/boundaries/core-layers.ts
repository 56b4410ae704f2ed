import { posix } from 'node:path'
import { readSource } from './syntax.ts'

/** A layer of `core/src`: one folder, or folders that need each other, with the reason. */
interface CoreLayer {
  readonly folders: readonly string[]
  readonly holds: string
}

/**
 * The folders of `core/src` from the ground up. A file imports from its own layer and from those above it in this list,
 * types included. Files directly in `core/src` start, compose and stop the process; nothing imports them.
 */
export const coreLayers: readonly CoreLayer[] = [
  {
    folders: ['base'],
    holds: 'configuration, clock, ids, limits of time, caches and batchers: no database, no network',
  },
  { folders: ['tables'], holds: 'the tables as drizzle knows them, with the shapes of their JSON columns' },
  { folders: ['security'], holds: 'keys, seals, and the guard of what leaves the server' },
  { folders: ['db'], holds: 'connections, roles, migrations, schema and SQL functions' },
  { folders: ['nodes'], holds: 'the nodes of an installation and the duties among them' },
  { folders: ['bus'], holds: 'events: outbox, relay, log, consumers' },
  { folders: ['topics'], holds: 'names and shapes of ephemeral notices between nodes' },
  { folders: ['files'], holds: 'kinds, names and sizes of files, by their bytes' },
  { folders: ['http'], holds: 'server, gate and routes as such' },
  { folders: ['isolation'], holds: 'code that runs in a process or thread of its own' },
  { folders: ['observability'], holds: 'log, metrics, vital signs' },
  { folders: ['jobs'], holds: 'durable jobs and sweeps' },
  { folders: ['media'], holds: 'stored files of companies' },
  { folders: ['audit'], holds: 'the trail of what users did' },
  { folders: ['settings'], holds: 'settings of companies' },
  { folders: ['vault'], holds: 'sealed secrets of companies' },
  { folders: ['platform'], holds: 'settings of the installation, and its mail' },
  { folders: ['credentials'], holds: 'passwords, sessions, API tokens, permissions' },
  { folders: ['realtime'], holds: 'sockets, and who is pushed what' },
  { folders: ['tenants'], holds: 'companies, plans, licences, limits' },
  { folders: ['users'], holds: 'users and their accounts' },
  { folders: ['access'], holds: 'the ways to sign in' },
  { folders: ['oauth'], holds: 'programs that users connect to plugins' },
  { folders: ['roles'], holds: 'roles of companies' },
  { folders: ['attributes'], holds: 'fields that companies defined' },
  { folders: ['tags'], holds: 'tags' },
  { folders: ['contacts'], holds: 'contacts, merging, import and export' },
  { folders: ['segments'], holds: 'kept filters of contacts' },
  {
    folders: ['tickets', 'messages', 'channels'],
    holds: 'conversations. A message is stored with its ticket in one statement, and its channel says what it may hold',
  },
  { folders: ['facts'], holds: 'numbers about what has happened' },
  { folders: ['imports'], holds: 'what happened in other systems: writing it once, and taking it back' },
  { folders: ['link-previews'], holds: 'what pages behind links in conversations say about themselves' },
  { folders: ['queues'], holds: 'queues and their members' },
  { folders: ['groups'], holds: 'groups of users' },
  { folders: ['ticket-views'], holds: 'kept filters of tickets' },
  { folders: ['birthdays'], holds: 'messages on the birthday of contacts' },
  { folders: ['notifications'], holds: 'notices to users, in the product and to devices' },
  { folders: ['webhooks'], holds: 'what companies tell other systems: endpoints, deliveries, attempts' },
  { folders: ['responders'], holds: 'what answers conversations before people do: orders, turns, expected replies' },
  { folders: ['plugins'], holds: 'the host of plugins and the ports that it gives them' },
  { folders: ['privacy'], holds: 'export and erasure of a person' },
  { folders: ['retention'], holds: 'deletion of data after its time' },
  { folders: ['installations'], holds: 'plugins that are installed from packages' },
  { folders: ['backups'], holds: 'backup and restore' },
  { folders: ['tools'], holds: 'what masters do by hand' },
  { folders: ['operations'], holds: 'health, standing and alarms of the installation' },
  { folders: ['demo'], holds: 'a demo company beside the product' },
  { folders: ['composition'], holds: 'which parts a node is made of' },
]

const root = 'core/src/'
const start = 'core/src itself'
const tested = /\.(test|itest|rig|child)\.ts$/
const folderOf = (path: string): string => {
  const inside = path.slice(root.length)
  return inside.includes('/') ? inside.slice(0, inside.indexOf('/')) : start
}

/**
 * Imports of one file of `core/src` that go against the order of {@link coreLayers}, as sentences; tests may import
 * everything.
 */
export function againstCoreLayers(path: string, text: string, layers = coreLayers): string[] {
  if (!path.startsWith(root) || tested.test(path)) return []
  const rank = (folder: string): number =>
    folder === start ? layers.length : layers.findIndex(({ folders }) => folders.includes(folder))
  const own = folderOf(path)
  if (rank(own) < 0) return [`core/src/${own} is in no layer: put it into tests/boundaries/core-layers.ts`]
  return readSource(path, text).imports.flatMap(({ specifier }) => {
    const target = posix.join(posix.dirname(path), specifier)
    if (!specifier.startsWith('.') || !target.startsWith(root)) return []
    const other = folderOf(target)
    return rank(other) <= rank(own)
      ? []
      : [
          `${path} imports ${target}, but ${own} lies below ${other}: move what they share down, or take it as a ` +
            'parameter',
        ]
  })
}

/** Layers that no folder is in, as sentences. */
export const emptyLayers = (folders: readonly string[], layers = coreLayers): string[] =>
  layers
    .flatMap((layer) => layer.folders)
    .filter((folder) => !folders.includes(folder))
    .map((folder) => `core/src/${folder} is not there: take it from tests/boundaries/core-layers.ts`)
