import { runSimulator } from '@recado/sdk/testing/simulator'
import { WhatsappSimulator } from './whatsapp.ts'

/* npm run simulate whatsapp */

const port = Number(process.env['PORT'] ?? 4060)
const simulator = await WhatsappSimulator.start({ port })
simulator.receipts = 'read'
simulator.account('5511999990000', 'Loja Aurora')
simulator.person('Maria', '5511988887777')
runSimulator(
  simulator,
  `WhatsApp is simulated: ${simulator.url}
Let Recado reach this machine, once: echo 127.0.0.1/32 >> .data/reachable-networks
Start Recado and add a channel of the type "WhatsApp (QR code)" with
  simulated server  ${simulator.url}
Copy the code that the channel shows as text, and scan it on ${simulator.url},
where you are the phone of the company, and its customers.
`,
)
