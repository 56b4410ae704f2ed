import { loadConfig } from '../../core/src/base/config.ts'
import { startEmbedded } from '../../core/src/db/embedded.ts'

/** The least that a start of the product can be: its modules and its PostgreSQL. */
await import('../../core/src/app.ts')
const config = loadConfig(process.env)
const embedded = await startEmbedded({ dataDir: config.dataDir, secret: config.secret })
process.once('SIGTERM', () => void embedded.stop().then(() => process.exit(0)))
process.stdout.write('ready\n')
