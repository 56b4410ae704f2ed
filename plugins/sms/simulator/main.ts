import { runSimulator } from '@recado/sdk/testing/simulator'
import { SmsSimulator } from './simulator.ts'

/* npm run simulate sms */

const simulator = await SmsSimulator.start({ port: Number(process.env['PORT'] ?? 4020) })
const twilio = simulator.addTwilio('+5511400000001')
const gateway = simulator.addGateway('28398')
runSimulator(
  simulator,
  `SMS is simulated: ${simulator.url}
Let Recado reach this machine, once: echo 127.0.0.1/32 >> .data/reachable-networks
Start Recado with PUBLIC_URL set to its own address, and add a channel:
  SMS (Twilio)
    account SID      ${twilio.sid}
    auth token       ${twilio.token}
    number           ${twilio.number}
    API address      ${simulator.url}
  SMS (HTTP gateway)
    address          ${simulator.gatewayUrl(gateway)}/send
    token            ${gateway.token}
    number           ${gateway.number}
    balance address  ${simulator.gatewayUrl(gateway)}/balance
    webhook secret   ${gateway.secret}
then be the customer on ${simulator.url}; the gateway's page asks for the channel's webhook address.
`,
)
