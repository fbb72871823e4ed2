/** The reasons why a proof can fail, each with a remedy for the customer. */
export const proofFailures = {
  timeout:
    'The template takes too long to lay out. Use simpler styles and fewer elements, then request the proof again.',
  print_timeout:
    'The print file takes too long to draw. Use fewer blend modes, masks, and gradients, or replace them with an image.',
  renderer_crashed: 'The browser crashed while it laid out the template. Use fewer and smaller images, then try again.',
  template_failed:
    'The template navigated to another page. Remove the element that causes this, then request the proof again.',
  untrusted_templates_unavailable: 'Only built-in templates can be printed right now. Try again later.',
  storage_failed: 'The print file could not be stored. Request the proof again in a few minutes.',
  attempts_exhausted: 'The proof was started several times and never finished. Request it again in a few minutes.',
} as const satisfies Record<string, string>

export type ProofFailureCode = keyof typeof proofFailures
