import { runSimulator } from '@recado/sdk/testing/simulator'
import { WuzapiSimulator } from './simulator.ts'

/* npm run simulate wuzapi */

const simulator = await WuzapiSimulator.start({
  port: Number(process.env['PORT'] ?? 4090),
  format: process.env['WEBHOOK_FORMAT'] === 'json' ? 'json' : 'form',
})
runSimulator(
  simulator,
  `A WuzAPI gateway is simulated: ${simulator.url}
Let Recado reach this machine, once: echo 127.0.0.1/32 >> .data/reachable-networks
Start Recado with PUBLIC_URL set to its own address, and add a channel WhatsApp (WuzAPI):
  API address    ${simulator.url}
  session        any name
  session token  any text of yours
  API token      ${simulator.adminToken}
then be the phone and the customers on ${simulator.url}
`,
)
