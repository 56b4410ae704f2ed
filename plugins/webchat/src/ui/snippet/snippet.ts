/** The one line a site includes. Connection ids are UUIDs, so nothing in it needs escaping. */
export const snippetFor = (origin: string, connectionId: string): string =>
  `<script async src="${origin}/p/webchat/widget.js" data-connection="${connectionId}"></script>`

export const demoFor = (origin: string, connectionId: string): string => `${origin}/p/webchat/demo?c=${connectionId}`
