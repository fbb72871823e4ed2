/** Written by `pnpm --filter @app/print-engine house` from the pieces of the site. */
export const springBack = `<!doctype html>
<html lang="en">
<!--
  The page is the piece with its bleed: --trim-width, --trim-height and --bleed are its measures. We draw addresses,
  barcode and postage after the template, so it holds none of them.
-->
<style>
  body {
    --ink: #14213d;
    --stamp: #c8401c;
    --zone-width: min(4in, var(--trim-width) - 2.7165in);
    color: var(--ink);
    font-family: 'Instrument Sans';
  }
  .back {
    position: absolute;
    inset: var(--bleed);
    line-height: 1.2;
  }
  .field {
    background-image: linear-gradient(var(--stamp), var(--stamp));
    background-position: 0 96%;
    background-repeat: no-repeat;
    background-size: 100% max(1px, 0.06em);
  }
  .message {
    position: absolute;
    top: 27%;
    bottom: 0.25in;
    left: 0.25in;
    display: flex;
    width: calc(100% - var(--zone-width) - 0.6in);
    flex-direction: column;
  }
  .backHeadline {
    font-family: 'Bricolage Grotesque';
    font-size: 0.285in;
    font-weight: 700;
    letter-spacing: -0.015em;
    line-height: 1.05;
    text-wrap: balance;
  }
  .backBody {
    margin: 0.12in 0 0;
    font-size: 0.13in;
    line-height: 1.35;
    text-wrap: pretty;
  }
  .qr {
    width: 1.1in;
    aspect-ratio: 1;
    margin-top: auto;
    margin-left: -0.12in;
  }
  .qrLabel {
    font-family: 'JetBrains Mono';
    font-size: 0.085in;
    white-space: nowrap;
  }
</style>
<body>
  <div class="back">
    <div class="message">
      <div class="backHeadline"><span class="field">{{first_name}}</span>, your last frost is <span class="field">{{frost_date}}</span>.</div>
      <p class="backBody">Your <span class="field">{{city}}</span> planting plan is ready. Scan for the list we made for your yard.</p>
      <qr-code class="qr" value='https://garden.example/{{plan ?? "spring"}}'></qr-code>
      <div class="qrLabel">garden.example/{{plan ?? "spring"}}</div>
    </div>
  </div>
</body>
</html>
`
