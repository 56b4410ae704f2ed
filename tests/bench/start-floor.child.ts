import { loadConfig } from '../../core/src/base/config.ts'
import { startEmbedded } from '../../core/src/db/embedded.ts'

/** What a start of the product waits for in any case: its PostgreSQL. */
const config = loadConfig(process.env)
const embedded = await startEmbedded({ dataDir: config.dataDir, secret: config.secret, log: () => undefined })
process.once('SIGTERM', () => void embedded.stop().then(() => process.exit(0)))
process.stdout.write('ready\n')
