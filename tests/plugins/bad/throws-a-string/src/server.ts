// What a careless library may throw: not an Error.
// oxlint-disable-next-line no-throw-literal
throw 'just a string'
