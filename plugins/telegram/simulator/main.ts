import { runSimulator } from '@recado/sdk/testing/simulator'
import { TelegramSimulator } from './telegram.ts'

/* npm run simulate telegram */

const port = Number(process.env['PORT'] ?? 4010)
const simulator = await TelegramSimulator.start({ port })
const bot = simulator.addBot('4242424242:SIMULATED_BOT_TOKEN_FOR_TESTS_AND_DEMOS')
runSimulator(
  simulator,
  `Telegram is simulated: ${simulator.url}
Let Recado reach this machine, once: echo 127.0.0.1/32 >> .data/reachable-networks
Start Recado and add a channel with
  bot token        ${bot.token}
  Bot API address  ${simulator.url}
then be the customer on ${simulator.url}
`,
)
