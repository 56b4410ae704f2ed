import { runSimulator } from '@recado/sdk/testing/simulator'
import { startTypebotSimulator } from './simulator.ts'

/* npm run simulate typebot */

const simulator = await startTypebotSimulator({ port: Number(process.env['PORT'] ?? 4025) })
runSimulator(
  simulator,
  `Typebot is simulated: ${simulator.url}
Let Recado reach this machine, once: echo 127.0.0.1/32 >> .data/reachable-networks
Start Recado, switch the plugin Typebot on, and set:
  address of your Typebot   ${simulator.url}
then add a bot with the identifier boas-vindas under Configurações, Robôs, test it, and put it first under
"Quem responde primeiro". It asks for a name, offers three ways, and hands over.
`,
)
