/** What is said to people who do not see the board. */
class AnnouncerState {
    #polite = $state('');
    #urgent = $state('');
    // Not state: who speaks does not listen.
    #last = { polite: '', urgent: '' };
    get polite(): string {
        return this.#polite;
    }
    get urgent(): string {
        return this.#urgent;
    }
    say(text: string): void {
        // The same words twice are still news: a no-break space makes them differ.
        this.#polite = this.#last.polite = this.#last.polite === text ? `${text}\u00a0` : text;
    }
    alert(text: string): void {
        this.#urgent = this.#last.urgent = this.#last.urgent === text ? `${text}\u00a0` : text;
    }
}
export const announcer = new AnnouncerState();
