import { runSimulator } from '@recado/sdk/testing/simulator'
import { startHttpBotSimulator } from './simulator.ts'

/* npm run simulate http-bot */

const key = `whsec_${Buffer.from('a simulated key of thirty bytes').toString('base64')}`
const simulator = await startHttpBotSimulator(key, Number(process.env['PORT'] ?? 4026))
runSimulator(
  simulator,
  `A program that is a bot is simulated: ${simulator.url}
Let Recado reach this machine, once: echo 127.0.0.1/32 >> .data/reachable-networks
Start Recado, switch the plugin HTTP bot on, and set:
  address of the program   ${simulator.url}
  signing key              ${key}
then add a bot with any identifier under Configurações, Robôs, test it, and put it first under
"Quem responde primeiro". It asks for a colour and hands over.
`,
)
