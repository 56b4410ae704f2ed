import { runSimulator } from '@recado/sdk/testing/simulator'
import { WabaSimulator } from './waba.ts'

/* npm run simulate waba */

const simulator = await WabaSimulator.start({ port: Number(process.env['PORT'] ?? 4040) })
const meta = simulator.addLine()
const gateway = simulator.addLine('360dialog')
const { account } = meta
runSimulator(
  simulator,
  `WhatsApp’s official API is simulated: ${simulator.url}
Let Recado reach this machine, once: echo 127.0.0.1/32 >> .data/reachable-networks
Start Recado with PUBLIC_URL set to its own address, and add a channel:
  Official WhatsApp (Meta)
    phone number ID      ${meta.id}
    business account ID  ${account.id}
    app ID               ${account.appId}
    access token         ${account.accessToken}
    app secret           ${account.appSecret}
    verification token   any text of at least 8 characters
    API address          ${simulator.url}
  Official WhatsApp (360dialog)
    API key              ${gateway.apiKey}
    API address          ${simulator.url}
then be the customer on ${simulator.url}
`,
)
