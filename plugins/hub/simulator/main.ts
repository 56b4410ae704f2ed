import { runSimulator } from '@recado/sdk/testing/simulator'
import { HubSimulator } from './simulator.ts'

/* npm run simulate hub */

const simulator = await HubSimulator.start({ port: Number(process.env['PORT'] ?? 4080) })
const account = simulator.addAccount()
const channels = ['mercadolivre', 'olx', 'instagram', 'facebook'].map((kind) => account.addChannel(kind))
runSimulator(
  simulator,
  `NotificaMe Hub is simulated: ${simulator.url}
Let Recado reach this machine, once: echo 127.0.0.1/32 >> .data/reachable-networks
Start Recado with PUBLIC_URL set to its own address, and add a channel of the hub:
  account token  ${account.token}
  API address    ${simulator.url}
${channels.map(({ kind, id }) => `  ${kind.padEnd(13)}  channel ID ${id}`).join('\n')}
then be the customer on ${simulator.url}
`,
)
