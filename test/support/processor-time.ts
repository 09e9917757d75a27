/**
 * Starts to measure the processor time of this process. Returns a function that returns the time so far, in ms. Unlike
 * time on a clock, it does not grow while other processes use the processor.
 */
export const measureProcessorTime = (): (() => number) => {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
};
