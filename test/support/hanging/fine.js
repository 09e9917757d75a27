/** Two pages that run side by side wait for each other, and count the frames they get. */
describe('two pages side by side', () => {
  it('are visible and get frames', async function () {
    this.timeout(40_000);
    await (await fetch('/both')).text();
    const hidden = [];
    document.addEventListener('visibilitychange', () => hidden.push(document.visibilityState));
    for (let frames = 0; frames < 30; frames += 1) await new Promise(requestAnimationFrame);
    await (await fetch('/both')).text();
    if (document.visibilityState !== 'visible' || hidden.length > 0)
      throw new Error('The page was hidden.');
  });
});
