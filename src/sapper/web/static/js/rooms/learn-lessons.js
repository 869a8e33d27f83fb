export const LESSONS = [ { level: "single", title: "One clue at a time", view: "012/01./011", mines: null, report: "", idea: ["x"] } ];
