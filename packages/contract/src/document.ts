import openapi from './generated/openapi.json' with { type: 'json' }

/** The contract as an OpenAPI document, with everything that openapi/ leaves to the build. */
export const document: Readonly<Record<string, unknown>> = openapi
