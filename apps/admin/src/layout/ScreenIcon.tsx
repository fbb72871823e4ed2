/** The icon of a screen. It is always next to the screen's name, so assistive technology skips it. */
export const ScreenIcon = ({ path }: { path: string }) => (
  <svg aria-hidden viewBox="0 0 20 20" width={20} fill="none" stroke="currentColor" strokeWidth={1.6}>
    <path d={path} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
